#include "arguments.hpp"

#include <getopt.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <string_view>

namespace tangle {
namespace {

constexpr char usage[] = R"(Usage: tangle --output DIR [OPTION…] CHAPTER.md…
       tangle --list CHAPTER.md…
       tangle --check CHAPTER.md…
)";

constexpr char help[] = R"(
Make source files from the code blocks of chapters in Markdown.

  --output DIR   write the sources below DIR
  --index DIR    write NAME.index.lua, the index of NAME.md's chunks, in DIR
  --root DIR     name chapters relative to DIR, in #line and in errors
  --no-line      write no #line, for people to read
  --programs A,B expect the programs A.cu and B.cu, made by A.md and B.md, and no
                 others; any other file in the output folder itself that ends in
                 .cu is an error
  --stamp FILE   touch FILE, an empty file, after success
  --list         show files and chunks, write nothing
  --check        show errors, write nothing
  --help         show this

A fenced code block is a chunk where its attributes name one:

  ```{.cpp file=scan.cu}      the file scan.cu, below the output folder
  ```{.cpp #block-scan}       the chunk block-scan

A further block of the chapter with the same name or the same file is appended.
A name belongs to its chapter; a name that the chapter does not define is looked
for in the others. A file belongs to one chapter. Every chunk is used, unless it
has the class .unused; then it is not.

A reference is <<block-scan>>, alone on its line; its indentation carries over.
A line that nearly is a reference is an error. Launches (f<<<grid, block>>>(x))
and shifts (a << b) are neither. Do not refer to a chunk inside a raw string:
the comment above its text would become part of the string.

All errors of a run are shown, and after an error no file is changed. The file
.tangled in an output folder lists what tangle made there; nothing else is ever
overwritten or removed. A source that differs only in its #line numbers is left
as it is. Exit status: 0 done, 1 errors in the book, 2 wrong usage.
)";

enum Option : int { output = 1, index, root, no_line, programs, stamp, list, check, help_option };

constexpr std::array<option, 10> options = {{{"output", required_argument, nullptr, output},
                                             {"index", required_argument, nullptr, index},
                                             {"root", required_argument, nullptr, root},
                                             {"no-line", no_argument, nullptr, no_line},
                                             {"programs", required_argument, nullptr, programs},
                                             {"stamp", required_argument, nullptr, stamp},
                                             {"list", no_argument, nullptr, list},
                                             {"check", no_argument, nullptr, check},
                                             {"help", no_argument, nullptr, help_option},
                                             {nullptr, 0, nullptr, 0}}};

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> items;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    if (end > 0) items.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return items;
}

/// What is wrong with arguments that were read, or nothing.
std::string contradiction(const Arguments& arguments, bool lists, bool checks) {
  if (arguments.chapters.empty()) return "no chapter is named";
  const bool writes = !arguments.output.empty();
  if (int{lists} + int{checks} + int{writes} != 1) {
    return "name one of --output DIR, --list and --check";
  }
  if (!writes && !arguments.index.empty()) return "--index needs --output";
  if (!writes && !arguments.stamp.empty()) return "--stamp needs --output";
  if (!writes && !arguments.number_lines) return "--no-line needs --output";
  return {};
}

}  // namespace

std::optional<Arguments> parse_arguments(int count, char** values, std::ostream& errors) {
  Arguments arguments;
  bool lists = false;
  bool checks = false;
  const auto refuse = [&](const std::string& why) {
    if (!why.empty()) errors << "tangle: error: " << why << '\n';
    errors << usage << "Try tangle --help\n";
    return std::nullopt;
  };
  optind = 0;
  for (;;) {
    const int found = getopt_long(count, values, "", options.data(), nullptr);
    if (found == -1) break;
    if (found != '?' && found != programs && optarg != nullptr && *optarg == '\0') {
      return refuse("an argument is empty");
    }
    switch (found) {
      case output:
        arguments.output = optarg;
        break;
      case index:
        arguments.index = optarg;
        break;
      case root:
        arguments.root = optarg;
        break;
      case programs:
        arguments.programs = split(optarg);
        break;
      case stamp:
        arguments.stamp = optarg;
        break;
      case no_line:
        arguments.number_lines = false;
        break;
      case list:
        lists = true;
        break;
      case check:
        checks = true;
        break;
      case help_option:
        arguments.mode = Arguments::Mode::help;
        return arguments;
      default:
        return refuse("");
    }
  }
  arguments.chapters.assign(values + optind, values + count);
  if (const std::string why = contradiction(arguments, lists, checks); !why.empty()) {
    return refuse(why);
  }
  if (lists) arguments.mode = Arguments::Mode::list;
  if (checks) arguments.mode = Arguments::Mode::check;
  return arguments;
}

void print_help(std::ostream& out) {
  out << usage << help;
}

}  // namespace tangle
