#include "harness/results.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

using harness::Table;

namespace {

/// A folder that is gone at the end of the test.
struct Folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("results-test-" + std::to_string(getpid()));
  Folder() { std::filesystem::create_directories(path); }
  ~Folder() { std::filesystem::remove_all(path); }
};

std::string text_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("a table is written as comments, header and rows") {
  Folder folder;
  Table table({"variant", "n", "ms"});
  table.row("atomic", 1 << 20, 1.5);
  table.row(std::string("last"), std::int64_t(1) << 32, 1.0f / 3);
  table.write(folder.path / "times.csv", {"experiment: times", "kind: timed"});
  CHECK(text_of(folder.path / "times.csv") ==
        "# experiment: times\n# kind: timed\nvariant,n,ms\natomic,1048576,1.5\n"
        "last,4294967296,0.333333343\n");
}

TEST_CASE("a row must fit its table, and a field its line") {
  Table table({"a", "b"});
  CHECK_THROWS_AS(table.row(1), std::runtime_error);
  CHECK_THROWS_AS(table.row(1, 2, 3), std::runtime_error);
  CHECK_THROWS_AS(table.row("one,two", 2), std::runtime_error);
  CHECK_THROWS_AS(table.row("one\ntwo", 2), std::runtime_error);
  CHECK_THROWS_AS(table.row("<b>bold</b>", 2), std::runtime_error);
  CHECK_THROWS_AS(table.row("*bold*", 2), std::runtime_error);
  CHECK(table.rows() == 0);
}

TEST_CASE("columns have plain names, each once") {
  for (const char* name : {"", "2n", "a b", "a,b", "a-b", "<a>"}) {
    CAPTURE(name);
    CHECK_THROWS_AS(Table({"n", name}), std::runtime_error);
  }
  CHECK_THROWS_AS(Table({"n", "ms", "n"}), std::runtime_error);
}

TEST_CASE("rows can end with a field that is not the author's") {
  Table table({"n"});
  int rows = 0;
  table.end_rows_with("remark", [&] { return "row " + std::to_string(++rows); });
  table.row(1);
  CHECK_THROWS_AS(table.row(1, 2), std::runtime_error);
  table.row(3);
  CHECK(table.text() == "n,remark\n1,row 1\n3,row 3\n");
}

TEST_CASE("what cannot be written is an error and leaves nothing behind") {
  Folder folder;
  Table table({"a"});
  table.row(1);
  CHECK_THROWS_AS(table.write(folder.path / "missing" / "a.csv", {}), std::runtime_error);
  CHECK(std::filesystem::is_empty(folder.path));
}
