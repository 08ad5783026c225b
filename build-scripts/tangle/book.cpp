#include "book.hpp"

#include <algorithm>
#include <cctype>

#include "attributes.hpp"
#include "nearest.hpp"
#include "reference.hpp"
#include "target.hpp"

namespace tangle {
namespace {

/// What `text` would be called as a chunk: "Warp sum" is `warp-sum`.
std::string slug(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool word = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    if (word) {
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (!result.empty() && result.back() != '-') {
      result += '-';
    }
  }
  while (!result.empty() && result.back() == '-') result.pop_back();
  return result;
}

/// The name and the file that a fence gives its chunk; neither makes it no chunk.
struct Identity {
  std::string name;
  std::string file;
};

Identity identify(const Attributes& attributes, const Place& place, Diagnostics& errors) {
  Identity identity;
  const auto fail = [&](std::string message, std::string hint = {}) {
    errors.add({place, std::move(message), {}, std::move(hint)});
  };
  if (!attributes.ids.empty()) {
    identity.name = attributes.ids[0];
    if (attributes.ids.size() > 1) {
      fail("a chunk has one name, not both " + quote(attributes.ids[0]) + " and " +
           quote(attributes.ids[1]));
    }
    if (!is_chunk_name(identity.name)) {
      fail(quote(identity.name) + " is no chunk name",
           "a name is a letter and then letters, digits, - and _");
    }
  }
  int files = 0;
  bool quotes = false;
  for (const auto& [key, value] : attributes.values) {
    quotes = quotes || key == "quote";
    if (key != "file") continue;
    if (++files == 2) fail("a chunk makes one file, not two");
    identity.file = value;
    if (const std::string wrong = target_error(value); !wrong.empty()) {
      fail("target " + quote(value) + " " + wrong,
           "name a file below the output folder, such as scan.cu or scan/tree.cuh");
    }
  }
  if (quotes && !(identity.name.empty() && identity.file.empty())) {
    fail("a quotation is no chunk: it has neither a name nor a file");
  }
  return identity;
}

}  // namespace

void Book::add_chapter(std::string name, std::string bytes, Diagnostics& errors) {
  const auto number = static_cast<std::uint32_t>(chapters_.size());
  chapters_.push_back(std::move(name));
  texts_.push_back(std::make_unique<const Text>(number, std::move(bytes)));
  const Text& text = *texts_.back();
  text.check(errors);
  for (Block& block : find_blocks(text, errors)) add_block(text, std::move(block), errors);
}

void Book::add_block(const Text& text, Block block, Diagnostics& errors) {
  const Place place = text.place(block.fence.data());
  Attributes attributes;
  if (const auto error = parse_attributes(block.info, attributes)) {
    errors.add({text.place(block.info.data() + error->offset), error->message});
    return;
  }
  const auto [id, file] = identify(attributes, place, errors);
  if (id.empty() && file.empty()) return;

  const std::string name = id.empty() ? "file:" + file : id;
  std::vector<ChunkNumber>& namesakes = by_name_[name];
  // Chapters come one after the other: only the last of them can be this chapter's.
  if (namesakes.empty() || chunks_[namesakes.back()].place.chapter != text.chapter()) {
    namesakes.push_back(static_cast<ChunkNumber>(chunks_.size()));
    chunks_.push_back({name, "", place, {}, false, attributes.classes});
  }
  const ChunkNumber number = namesakes.back();
  Chunk& chunk = chunks_[number];

  if (!file.empty()) {
    const auto [owner, is_first] = by_file_.try_emplace(file, number);
    const Chunk& other = chunks_[owner->second];
    if (is_first && !chunk.file.empty()) {
      errors.add({place,
                  "chunk " + quote(name) + " already makes the file " + quote(chunk.file),
                  {{chunk.file_place, "it is named here"}}});
    } else if (is_first) {
      chunk.file = file;
      chunk.file_place = place;
    } else if (owner->second != number) {
      const bool same_chapter = other.file_place.chapter == text.chapter();
      errors.add({place,
                  "target " + quote(file) + " is already made " +
                      (same_chapter ? "by another chunk" : "by another chapter"),
                  {{other.file_place, "it is made here"}},
                  same_chapter ? "one chunk makes one file" : "each file belongs to one chapter"});
    }
  }
  if (attributes.has_class("unused")) chunk.unused = true;
  chunk.parts.push_back({text.chapter(), block.line, std::move(block.code)});
}

void Book::link(Diagnostics& errors) {
  check_targets(errors);
  std::vector<bool> used(chunks_.size(), false);
  std::vector<Place> first_use(chunks_.size());
  for (ChunkNumber chunk = 0; chunk < chunks_.size(); ++chunk) {
    for (std::uint32_t part = 0; part < chunks_[chunk].parts.size(); ++part) {
      link_part(chunk, part, used, first_use, errors);
    }
  }
  for (ChunkNumber number = 0; number < chunks_.size(); ++number) {
    const Chunk& chunk = chunks_[number];
    if (!used[number] && !chunk.unused && chunk.file.empty() && !chunk.name.starts_with("file:")) {
      errors.add({chunk.place,
                  "chunk " + quote(chunk.name) + " is never used",
                  {},
                  "write <<" + chunk.name + ">> where it belongs, or mark it .unused"});
    } else if (chunk.unused && (used[number] || !chunk.file.empty())) {
      Diagnostic diagnostic{chunk.place,
                            "chunk " + quote(chunk.name) + " is marked .unused, yet it is used"};
      diagnostic.notes = {used[number] ? Note{first_use[number], "it is used here"}
                                       : Note{chunk.file_place, "it makes a file here"}};
      errors.add(std::move(diagnostic));
    }
  }
}

void Book::check_targets(Diagnostics& errors) const {
  for (const auto& [file, number] : by_file_) {
    for (std::size_t end = file.find('/'); end != std::string::npos;
         end = file.find('/', end + 1)) {
      const auto folder = by_file_.find(file.substr(0, end));
      if (folder == by_file_.end()) continue;
      errors.add({chunks_[number].file_place,
                  "target " + quote(file) + " is below the file " + quote(folder->first),
                  {{chunks_[folder->second].file_place, "that file is made here"}}});
    }
  }
}

void Book::link_part(ChunkNumber number, std::uint32_t part_number, std::vector<bool>& used,
                     std::vector<Place>& first_use, Diagnostics& errors) {
  const Part& part = chunks_[number].parts[part_number];
  for (std::uint32_t line = 0; line < part.code.size(); ++line) {
    const Mention mention = find_mention(part.code[line].text);
    if (mention.kind == Mention::Kind::plain) continue;
    const std::vector<ChunkNumber> meant = meant_by(mention.name, part.chapter);
    const Place at = place(part, line, mention.offset);
    if (mention.kind == Mention::Kind::reference && meant.size() == 1) {
      chunks_[number].uses.push_back({part_number, line, meant[0]});
      if (!used[meant[0]]) first_use[meant[0]] = at;
      used[meant[0]] = true;
    } else if (mention.kind == Mention::Kind::reference) {
      report_unclear(mention.name, meant, at, errors);
    } else if (mention.kind != Mention::Kind::doubt || !meant.empty()) {
      const std::string hint = suggestion(mention.name);
      errors.add(
          {at,
           "this is nearly a reference to a chunk, but not one",
           {},
           "a reference is <<name>>, alone on its line" + (hint.empty() ? "" : "; " + hint)});
    }
  }
}

std::vector<ChunkNumber> Book::meant_by(std::string_view name, std::uint32_t chapter) const {
  const auto found = by_name_.find(std::string(name));
  if (found == by_name_.end()) return {};
  for (const ChunkNumber each : found->second) {
    if (chunks_[each].place.chapter == chapter) return {each};
  }
  return found->second;
}

void Book::report_unclear(std::string_view name, const std::vector<ChunkNumber>& meant,
                          const Place& at, Diagnostics& errors) const {
  if (meant.empty()) {
    errors.add({at, "there is no chunk " + quote(name), {}, suggestion(name)});
    return;
  }
  Diagnostic diagnostic{at, "chunk " + quote(name) + " could be that of several other chapters"};
  for (const ChunkNumber each : meant)
    diagnostic.notes.push_back({chunks_[each].place, "it is defined here"});
  diagnostic.hint = "a name belongs to its chapter; give those that others use names of their own";
  errors.add(std::move(diagnostic));
}

std::string Book::suggestion(std::string_view name) const {
  std::vector<std::string_view> names;
  names.reserve(chunks_.size());
  for (const Chunk& chunk : chunks_) {
    if (!chunk.name.starts_with("file:")) names.push_back(chunk.name);
  }
  std::string_view near = nearest(name, names);
  if (near.empty()) near = nearest(slug(name), names);
  if (near.empty()) return {};
  const Place& at = chunks_[by_name_.at(std::string(near)).front()].place;
  return "did you mean <<" + std::string(near) + ">>, defined at " + chapters_[at.chapter] + ":" +
         std::to_string(at.line) + "?";
}

Place Book::place(const Part& part, std::uint32_t line, std::size_t offset) const {
  return texts_[part.chapter]->place(part.code[line].text.data() + offset);
}

Place Book::place(ChunkNumber chunk, const Use& use) const {
  const Part& part = chunks_[chunk].parts[use.part];
  return place(part, use.line, part.code[use.line].text.find('<'));
}

}  // namespace tangle
