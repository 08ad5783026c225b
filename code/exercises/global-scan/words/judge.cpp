#include "exercises/judge.hpp"

void number_words(const char* text, int n, int* words, int* totals);

namespace {

/// Where pieces of so many letters are taken for texts of their own.
std::vector<int> numbered(const std::vector<char>& text, std::size_t piece) {
  std::vector<int> words(text.size());
  int begun = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    begun += text[i] != ' ' && (i % piece == 0 || text[i - 1] == ' ');
    words[i] = begun;
  }
  return words;
}

}  // namespace

void judge(exercises::Judge& judge) {
  judge.hint("race in global",
             "A block reads what another writes, and nothing says which comes first. What is over "
             "before the next launch begins?");
  judge.hint("race in shared",
             "A thread reads from shared memory what another writes, and nothing says which comes "
             "first. All totals must be there before anybody reads one, and all read before the "
             "next are written.");
  judge.hint("mask",
             "All lanes that a shuffle names must come to it. Let threads without a letter bring a "
             "zero.");
  judge.hint("barrier");
  judge.hint("never written",
             "Something is read that no thread has stored. Does every tile have its total, and how "
             "many totals can your scan of the totals take?");
  judge.hint("out of bounds",
             "Some thread touches what is not there. Which letters has the last tile, and what "
             "stands before the first letter?");
  judge.hint("deadlock",
             "A block waits for one that never comes. Take tiles by ticket, or do it in several "
             "launches.");
  for (const int n : {100, 1, 31, 256, 257, 5000, int(judge.integer(100000, 120000)),
                      int(judge.integer(300000, 301000))}) {
    std::vector<char> text(n);
    for (char& letter : text) letter = judge.integer(0, 3) == 0 ? ' ' : 'x';
    // A word goes on where a tile ends, and one begins there.
    for (int i = 32; i < n; i += 32) text[i] = text[i - 1] = 'x';
    for (int i = 96; i < n; i += 96) text[i - 1] = ' ';
    const std::vector<int> words = numbered(text, n);
    std::vector<int> letters(n), before(n);
    for (int i = 0; i < n; ++i) {
      letters[i] = (i > 0 ? letters[i - 1] : 0) + (text[i] != ' ');
      before[i] = i > 0 ? words[i - 1] : 0;
    }
    std::vector<exercises::Mistake<int>> mistakes = {
        {letters, "These are all letters that are no spaces. Only the first of a word counts."},
        {before, "Each letter is told what comes before it, and not whether it begins a word."}};
    for (const int tile : {256, 512, 1024, 2048, 4096}) {
      if (tile >= n) continue;
      mistakes.push_back({numbered(text, tile),
                          "What is the letter before the first of a tile? It belongs to the tile "
                          "before, but it can be read."});
      std::vector<int> apart(words);
      for (int i = 0; i < n; ++i)
        if (i >= tile) apart[i] -= words[i / tile * tile - 1];
      mistakes.push_back({apart,
                          "Each tile is numbered by itself. What comes before the tile has to be "
                          "added."});
    }
    exercises::Memory<char> x(text);
    exercises::Memory<int> y(n), totals((n + 255) / 256);
    const exercises::Counts counts =
        judge.run("n = " + std::to_string(n), [&] { number_words(x, n, y, totals); });
    judge.equal(y, words, mistakes,
                n <= 256 ? "Does a word begin at the first letter of the text, and after several "
                           "spaces only once?"
                : n >= 300000
                    ? "With fewer tiles it was right. How many totals can your scan of the totals "
                      "take, and what does one round of it hand to the next?"
                    : "Within 256 letters it was right. What does a tile learn of those before "
                      "it? If that comes from a counter, it comes in the order in which "
                      "blocks happen to run.");
    if (n < 100000) continue;
    judge.at_most("bytes stored per letter", counts["global_store_sectors"] * 32 / n, 4.5,
                  "Whatever is stored and changed later is stored twice. Count first, and store "
                  "results only once.");
    judge.at_most("sectors of 32 bytes loaded per 32 letters",
                  counts["global_load_sectors"] / (n / 32.0), 8,
                  "Each letter has to be read only twice, by lanes that read side by side. Or is "
                  "it the totals? Every block adds up all totals before its own, unless a kernel "
                  "scans them once.");
    judge.at_most("atomic operations per letter", counts["global_atomic_lanes"] / n, 1 / 64.0,
                  "Let a block find its total before it tells the others.");
  }

  if (harness::observer::available()) return;
  const int large = 1 << 28;
  exercises::Memory<char> text(std::vector<char>(large, 'x'));
  exercises::Memory<int> words(large), totals(large / 256);
  judge.time("n = 2^28", [&] { number_words(text, large, words, totals); });
}
