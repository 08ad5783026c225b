#include "expand.hpp"

#include <cctype>

#include "language.hpp"

namespace tangle {
namespace {

constexpr std::string_view directive = "#line ";

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\f\v") == std::string_view::npos;
}

/// True where the next line belongs to this one, so that nothing may come between.
bool is_continued(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\f\v");
  return last != std::string_view::npos && text[last] == '\\';
}

/// A chapter's name as the preprocessor reads it.
std::string string_literal(std::string_view name) {
  std::string result = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result += '"';
}

/// "warp-sum" as a heading: "Warp sum".
std::string heading(std::string_view name) {
  std::string result(name);
  for (char& c : result) {
    if (c == '-') c = ' ';
  }
  result.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(result.front())));
  return result;
}

/// Writes lines and keeps count of where the compiler believes each to be.
class Writer {
 public:
  Writer(const Book& book, bool number_lines) : book_(book), number_lines_(number_lines) {}

  void write(const Part& part, std::uint32_t line, std::string_view indent) {
    const CodeLine& code = part.code[line];
    if (number_lines_ && !continued_) claim(part.chapter, part.line + 1 + line);
    if (!is_blank(code.text)) result_ += indent;
    result_.append(code.pad, ' ');
    end_line(code.text);
  }

  void write_heading(const Chunk& chunk, const Language& language, std::string_view indent) {
    if (language.comment_open.empty() || continued_) return;
    result_.append(indent).append(language.comment_open).append(" ").append(heading(chunk.name));
    end_line(language.comment_close);
  }

  /// Sets a part apart from the definition that ends before it.
  void separate() {
    if (ends_definition_ && !continued_) end_line({});
  }

  std::string take() { return std::move(result_); }

 private:
  void claim(std::uint32_t chapter, std::uint32_t line) {
    if (known_ && chapter_ == chapter && line_ == line) return;
    known_ = true;
    chapter_ = chapter;
    line_ = line;
    result_.append(directive).append(std::to_string(line)).append(" ");
    result_.append(string_literal(book_.chapters()[chapter])).append("\n");
  }

  void end_line(std::string_view text) {
    result_.append(text).append("\n");
    continued_ = is_continued(text);
    ends_definition_ = text.starts_with('}');
    ++line_;
  }

  const Book& book_;
  bool number_lines_;
  std::string result_;
  bool continued_ = false;
  bool ends_definition_ = false;
  bool known_ = false;
  std::uint32_t chapter_ = 0;
  std::uint32_t line_ = 0;
};

/// A chunk being written and what is next in it.
struct Frame {
  const Chunk* chunk;
  std::size_t indent;  ///< how much of the indentation is in force outside
  std::uint32_t part = 0;
  std::uint32_t line = 0;
  std::size_t use = 0;
};

/// The indentation that a reference gives to what stands in its place.
std::string indentation(const CodeLine& line) {
  return std::string(line.pad, ' ').append(line.text.substr(0, line.text.find('<')));
}

std::string expand(const Book& book, ChunkNumber root, const Language& language,
                   bool number_lines) {
  Writer writer(book, number_lines);
  std::string indent;
  std::vector<Frame> frames = {{&book.chunks()[root], 0}};
  while (!frames.empty()) {
    Frame& frame = frames.back();
    const Chunk& chunk = *frame.chunk;
    if (frame.part == chunk.parts.size()) {
      indent.resize(frame.indent);
      frames.pop_back();
      continue;
    }
    const Part& part = chunk.parts[frame.part];
    if (frame.line == part.code.size()) {
      ++frame.part;
      frame.line = 0;
      if (language.preprocessed && frame.part < chunk.parts.size()) writer.separate();
      continue;
    }
    const std::uint32_t line = frame.line++;
    const bool is_use = frame.use < chunk.uses.size() && chunk.uses[frame.use].part == frame.part &&
                        chunk.uses[frame.use].line == line;
    if (!is_use) {
      writer.write(part, line, indent);
      continue;
    }
    const Chunk& used = book.chunks()[chunk.uses[frame.use++].chunk];
    const std::size_t outside = indent.size();
    indent += indentation(part.code[line]);
    writer.write_heading(used, language, indent);
    frames.push_back({&used, outside});
  }
  return writer.take();
}

}  // namespace

std::string expand_file(const Book& book, ChunkNumber number, bool number_lines) {
  const Chunk& chunk = book.chunks()[number];
  const Language language = find_language(chunk.classes, chunk.file);
  return expand(book, number, language, number_lines && language.preprocessed);
}

std::vector<Piece> split_at_uses(const Chunk& chunk) {
  std::vector<Piece> pieces;
  auto use = chunk.uses.begin();
  for (std::uint32_t part = 0; part < chunk.parts.size(); ++part) {
    const std::vector<CodeLine>& code = chunk.parts[part].code;
    for (std::uint32_t line = 0; line < code.size(); ++line) {
      if (use != chunk.uses.end() && use->part == part && use->line == line) {
        pieces.push_back({indentation(code[line]), &*use++});
        continue;
      }
      if (pieces.empty() || pieces.back().use != nullptr) pieces.emplace_back();
      pieces.back().text.append(code[line].pad, ' ').append(code[line].text).append("\n");
    }
  }
  return pieces;
}

std::string without_line_numbers(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  std::string_view file;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t size = end == std::string_view::npos ? text.size() : end + 1;
    const std::string_view line = text.substr(0, size);
    text.remove_prefix(size);
    if (!line.starts_with(directive)) {
      result += line;
    } else if (const std::string_view name = line.substr(line.find('"') + 1); name != file) {
      file = name;
      result.append(directive).append(name);
    }
  }
  return result;
}

}  // namespace tangle
