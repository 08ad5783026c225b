#include "exercises/judge.hpp"

void count_digits(const unsigned char* digits, int n, unsigned* counts);

void judge(exercises::Judge& judge) {
  judge.hint("race",
             "Two threads touch the same count, one of them without an atomic, and nothing says "
             "which comes first. A block that sets the counts to zero may do so after another has "
             "begun to count; what is over before a kernel begins?");
  judge.hint("out of bounds",
             "Some thread touches what is not there. Which threads have a digit, and which count "
             "belongs to it?");
  judge.hint("a launch failed",
             "Without digits there is nothing to launch, but ten zeros to store.");
  for (const int n : {1000, 1, 0, 256, 10000, int(judge.integer(2, 20000))}) {
    std::vector<unsigned char> digits(n);
    for (unsigned char& each : digits) each = (unsigned char)(judge.integer(0, 9));
    const std::vector<unsigned> before = judge.numbers<unsigned>(10, 100, 999);
    std::vector<unsigned> expected(10), both(before);
    for (const unsigned char each : digits) ++expected[each], ++both[each];
    exercises::Memory<unsigned char> on_device(digits);
    exercises::Memory<unsigned> counts(before);
    const exercises::Counts seen =
        judge.run("n = " + std::to_string(n), [&] { count_digits(on_device, n, counts); });
    judge.equal(counts, expected,
                {{before, "The counts are as they were before."},
                 {both,
                  "To these counts something was added that they held before. Who sets them to "
                  "zero?"}},
                "Is each digit counted once, and each count set to zero before the first digit is "
                "counted?");
    judge.at_most("load requests", seen["global_load_requests"], double(n / 16 + 16),
                  "A load of a warp brings the digits of 32 threads, if each thread has another "
                  "one. Let every digit have a thread, and not every count.");
  }
}
