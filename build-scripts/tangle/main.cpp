#include <csignal>
#include <filesystem>
#include <iostream>
#include <memory>
#include <unordered_map>

#include "arguments.hpp"
#include "book.hpp"
#include "expand.hpp"
#include "index.hpp"
#include "language.hpp"
#include "listing.hpp"
#include "programs.hpp"
#include "reader.hpp"
#include "transaction.hpp"

namespace {

using namespace tangle;

namespace fs = std::filesystem;

/// The files that the book makes; without text where errors keep it from having any.
std::vector<Output> make_sources(const Book& book, bool number_lines, bool good) {
  std::vector<Output> outputs;
  for (ChunkNumber number = 0; number < book.chunks().size(); ++number) {
    const Chunk& chunk = book.chunks()[number];
    if (chunk.file.empty()) continue;
    const bool numbered = number_lines && find_language(chunk.classes, chunk.file).preprocessed;
    std::string text = good ? expand_file(book, number, number_lines) : "";
    outputs.push_back({chunk.file, std::move(text), chunk.file_place, numbered});
  }
  return outputs;
}

std::vector<Output> make_indexes(const Book& book, bool good) {
  std::vector<std::string> texts = good ? write_indexes(book) : std::vector<std::string>();
  texts.resize(book.chapters().size());
  std::vector<Output> outputs;
  for (std::uint32_t number = 0; number < texts.size(); ++number) {
    const std::string name = chapter_name(book.chapters()[number]) + ".index.lua";
    outputs.push_back({name, std::move(texts[number]), {number, 1, 1}});
  }
  return outputs;
}

std::string full_path(const std::string& path) {
  std::error_code ignored;
  std::string full = fs::weakly_canonical(fs::absolute(path, ignored), ignored).string();
  if (full.size() > 1 && full.back() == '/') full.pop_back();
  return full.empty() ? path : full;
}

/// Looks at what is in the folders, and for two outputs with one path.
void check(const std::vector<Delivery>& deliveries, Diagnostics& errors) {
  std::unordered_map<std::string, Place> places;
  for (const Delivery& delivery : deliveries) {
    delivery.folder->open(errors);
    for (const Output& output : delivery.outputs) {
      delivery.folder->check(output.name, output.place, errors);
      const std::string path = delivery.folder->path(output.name);
      const auto [other, is_new] = places.try_emplace(path, output.place);
      if (!is_new) {
        errors.add({output.place,
                    "the file " + quote(path) + " is made twice",
                    {{other->second, "it is made here, too"}}});
      }
    }
  }
}

void write(const Book& book, const Arguments& arguments, Diagnostics& errors) {
  const bool good = errors.empty();
  std::vector<Delivery> deliveries;
  deliveries.push_back({std::make_unique<Folder>(full_path(arguments.output)),
                        make_sources(book, arguments.number_lines, good)});
  if (!arguments.index.empty()) {
    const std::string index = full_path(arguments.index);
    if (index != deliveries.front().folder->path()) {
      deliveries.push_back({std::make_unique<Folder>(index), {}});
    }
    std::vector<Output>& outputs = deliveries.back().outputs;
    for (Output& output : make_indexes(book, good)) outputs.push_back(std::move(output));
  }
  check(deliveries, errors);
  if (errors.empty()) commit(deliveries, arguments.stamp, errors);
}

int run(const Arguments& arguments) {
  Diagnostics errors;
  const Book book = read_book(arguments.chapters, arguments.root, errors);
  if (arguments.programs) check_programs(book, *arguments.programs, errors);
  if (arguments.mode == Arguments::Mode::write) write(book, arguments, errors);
  errors.print(std::cerr, book.chapters());
  if (errors.empty() && arguments.mode == Arguments::Mode::list) print_listing(std::cout, book);
  std::cout.flush();
  return errors.empty() && std::cout.good() ? 0 : 1;
}

}  // namespace

int main(int count, char** values) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error like a full disk
  const std::optional<Arguments> arguments = parse_arguments(count, values, std::cerr);
  if (!arguments) return 2;
  if (arguments->mode == Arguments::Mode::help) {
    print_help(std::cout);
    return 0;
  }
  try {
    return run(*arguments);
  } catch (const std::exception& error) {
    std::cerr << "tangle: error: " << error.what() << '\n';
    return 1;
  }
}
