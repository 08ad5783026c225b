#include "../book.hpp"

#include <doctest/doctest.h>

#include "fixture.hpp"

using namespace tangle;

TEST_CASE("Chunks are blocks with a name or a file") {
  const Fixture f({R"(
```{.cpp file=a.cu}
<<sum>>
```

```cpp
not a chunk, so <<this>> and << that >> pass
```

```{.cpp #sum .note}
```

```{.cpp #sum}
1
```
)"});
  CHECK(f.errors() == "");
  REQUIRE(f.book.chunks().size() == 2);
  CHECK(f.book.chunks()[0].name == "file:a.cu");
  CHECK(f.book.chunks()[0].file == "a.cu");
  CHECK(f.book.chunks()[1].name == "sum");
  CHECK(f.book.chunks()[1].parts.size() == 2);
  CHECK(f.book.chunks()[1].place == Place{0, 10, 1});
}

TEST_CASE("A chunk can have a name and make a file") {
  const Fixture f({"```{.cpp #top file=a.cu}\n```\n```{.cpp #top}\n```\n",
                   "```{.cpp file=b.cu}\n<<top>>\n```\n```{.cpp file=b.cu}\n```\n"});
  CHECK(f.errors() == "");
  CHECK(f.book.chunks()[f.find("top")].file == "a.cu");
  CHECK(f.book.chunks()[f.find("file:b.cu")].parts.size() == 2);
}

TEST_CASE("A reference to nothing is an error at its line") {
  const Fixture f({R"(
```{.cpp file=a.cu}
int a;
  <<warp-smu>>
  <<nothing>>
<<Warp-Sum>>
```

```{.cpp #warp-sum .unused}
```
)"});
  CHECK(f.errors() == R"(a.md:4:3: error: there is no chunk 'warp-smu'
  hint: did you mean <<warp-sum>>, defined at a.md:9?
a.md:5:3: error: there is no chunk 'nothing'
a.md:6:1: error: there is no chunk 'Warp-Sum'
  hint: did you mean <<warp-sum>>, defined at a.md:9?
)");
}

TEST_CASE("Columns are those of the chapter, whatever stands around a chunk") {
  const Fixture f({"> - ```{.cpp file=a.cu}\n>     <<none>>\n>   ```\n"});
  CHECK(f.errors() == "a.md:2:7: error: there is no chunk 'none'\n");
}

TEST_CASE("What is nearly a reference is an error") {
  const Fixture f({R"(
```{.cpp file=a.cu}
<<Warp sum>>
<<warp-sum>>;
<<warp-sum>>
// as in <<warp-sum>>
// as in <<other>>
x<<y>>z;
```

```{.cpp #warp-sum}
```
)"});
  const std::string text =
      ": error: this is nearly a reference to a chunk, but not one\n"
      "  hint: a reference is <<name>>, alone on its line; "
      "did you mean <<warp-sum>>, defined at a.md:11?\n";
  CHECK(f.errors() == "a.md:3:1" + text + "a.md:4:1" + text + "a.md:6:10" + text);
}

TEST_CASE("A chunk is used, or says that it is not") {
  CHECK(Fixture({"```{.cpp #a .unused}\n<<b>>\n```\n```{.cpp #b}\n```\n"}).errors() == "");
  CHECK(Fixture({"text\n```{.cpp #a}\n```\n"}).errors() ==
        "a.md:2:1: error: chunk 'a' is never used\n"
        "  hint: write <<a>> where it belongs, or mark it .unused\n");
  CHECK(Fixture({"```{.cpp file=x}\n<<a>>\n```\n```{#a .unused}\n```\n"}).errors() ==
        "a.md:4:1: error: chunk 'a' is marked .unused, yet it is used\n"
        "a.md:2:1: note: it is used here\n");
  CHECK(Fixture({"```{.cpp file=x .unused}\n```\n"}).errors() ==
        "a.md:1:1: error: chunk 'file:x' is marked .unused, yet it is used\n"
        "a.md:1:1: note: it makes a file here\n");
}

TEST_CASE("A cycle is an error with every place in it") {
  CHECK(Fixture({"```{.cpp #a}\n  <<a>>\n```\n"}).errors() ==
        "a.md:2:3: error: chunk 'a' uses itself\n");
  CHECK(Fixture({"```{.cpp file=x}\n<<a>>\n```\n```{.cpp #a}\n<<b>>\n```\n",
                 "```{.cpp #b}\n<<c>>\n```\n```{.cpp #c}\n1\n <<a>>\n```\n"})
            .errors() ==
        "a.md:5:1: error: chunk 'a' uses itself\n"
        "a.md:5:1: note: 'a' uses 'b' here\n"
        "b.md:2:1: note: 'b' uses 'c' here\n"
        "b.md:6:2: note: 'c' uses 'a' here\n");
}

TEST_CASE("Two cycles are two errors, and a chunk used twice is no cycle") {
  const Fixture f(
      {"```{.cpp #a}\n<<b>>\n<<b>>\n<<c>>\n```\n"
       "```{.cpp #b}\n<<d>>\n```\n```{.cpp #c}\n<<d>>\n<<a>>\n<<c>>\n```\n"
       "```{.cpp #d}\n```\n"});
  CHECK(f.errors() ==
        "a.md:4:1: error: chunk 'a' uses itself\n"
        "a.md:4:1: note: 'a' uses 'c' here\n"
        "a.md:11:1: note: 'c' uses 'a' here\n"
        "a.md:12:1: error: chunk 'c' uses itself\n");
}

TEST_CASE("A file belongs to one chunk of one chapter") {
  CHECK(Fixture({"```{.cpp file=x.cu}\n```\n", "\n```{.cpp file=x.cu}\n```\n"}).errors() ==
        "b.md:2:1: error: target 'x.cu' is already made by another chapter\n"
        "a.md:1:1: note: it is made here\n"
        "  hint: each file belongs to one chapter\n");
  CHECK(Fixture({"```{.cpp file=x.cu}\n```\n```{#a file=x.cu}\n```\n"}).errors() ==
        "a.md:3:1: error: target 'x.cu' is already made by another chunk\n"
        "a.md:1:1: note: it is made here\n"
        "  hint: one chunk makes one file\n"
        "a.md:3:1: error: chunk 'a' is never used\n"
        "  hint: write <<a>> where it belongs, or mark it .unused\n");
  CHECK(Fixture({"```{#a file=x.cu}\n```\n```{#a file=y.cu}\n```\n"}).errors() ==
        "a.md:3:1: error: chunk 'a' already makes the file 'x.cu'\n"
        "a.md:1:1: note: it is named here\n");
  CHECK(Fixture({"```{.cpp file=x}\n```\n```{.cpp file=x/y/z}\n```\n"}).errors() ==
        "a.md:3:1: error: target 'x/y/z' is below the file 'x'\n"
        "a.md:1:1: note: that file is made here\n");
}

TEST_CASE("A name belongs to its chapter") {
  const auto chapter = [](std::string file, std::string line) {
    return "```{.cpp file=" + file + "}\n<<a>>\n```\n```{#a}\n" + line + "\n```\n";
  };
  const Fixture own({chapter("x", "1"), chapter("y", "2")});
  CHECK(own.errors() == "");
  REQUIRE(own.book.chunks().size() == 4);
  CHECK(own.book.chunks()[0].uses.at(0).chunk == 1);
  CHECK(own.book.chunks()[2].uses.at(0).chunk == 3);
  CHECK(own.book.chunks()[1].parts.size() == 1);
}

TEST_CASE("A name that a chapter does not define is looked for in the others") {
  const std::string user = "```{.cpp file=x}\n<<a>>\n```\n";
  const std::string definition = "```{#a}\n1\n```\n";
  CHECK(Fixture({definition, user}).errors() == "");
  CHECK(Fixture({user, definition}).errors() == "");
  CHECK(Fixture({user, "", definition, "```{#a .unused}\n2\n```\n"}).errors() ==
        "a.md:2:1: error: chunk 'a' could be that of several other chapters\n"
        "c.md:1:1: note: it is defined here\n"
        "d.md:1:1: note: it is defined here\n"
        "  hint: a name belongs to its chapter; give those that others use names of their own\n"
        "c.md:1:1: error: chunk 'a' is never used\n"
        "  hint: write <<a>> where it belongs, or mark it .unused\n");
}

TEST_CASE("Attributes that make no sense are errors where they stand") {
  CHECK(Fixture({"```{.cpp #2d .unused}\n```\n"}).errors() ==
        "a.md:1:1: error: '2d' is no chunk name\n"
        "  hint: a name is a letter and then letters, digits, - and _\n");
  CHECK(Fixture({"```{#a #b .unused}\n```\n"}).errors() ==
        "a.md:1:1: error: a chunk has one name, not both 'a' and 'b'\n");
  CHECK(Fixture({"```{file=a file=b}\n```\n"}).errors() ==
        "a.md:1:1: error: a chunk makes one file, not two\n");
  CHECK(Fixture({"```{.cpp file=\"a\tb\"}\n```\n"})
            .errors()
            .starts_with("a.md:1:1: error: target 'a\\x09b' holds a control character\n"));
  CHECK(Fixture({"- ```{.cpp file=../b}\n  <<c>>\n  ```\n"}).errors() ==
        "a.md:1:3: error: target '../b' leaves the output folder\n"
        "  hint: name a file below the output folder, such as scan.cu or scan/tree.cuh\n"
        "a.md:2:3: error: there is no chunk 'c'\n");
  CHECK(Fixture({"~~~ {cpp #x}\n~~~\n"}).errors() ==
        "a.md:1:6: error: 'cpp' is no attribute; write .cpp, #cpp or cpp=value\n");
}

TEST_CASE("A quotation is no chunk") {
  const Fixture good({"```{.cpp quote=\"code/x.cpp\" region=\"y\"}\n```\n"});
  CHECK(good.errors() == "");
  CHECK(good.book.chunks().empty());
  const std::string error = "error: a quotation is no chunk: it has neither a name nor a file\n";
  CHECK(Fixture({"```{.cpp #x .unused quote=x.cpp}\n```\n"}).errors() == "a.md:1:1: " + error);
  CHECK(Fixture({"```{.cpp quote=x.cpp file=x.cu}\n```\n"}).errors() == "a.md:1:1: " + error);
}

TEST_CASE("A few lines that ask for very much text are an error") {
  std::string book = "```{.cpp file=x}\n<<c0>>\n```\n";
  for (int i = 0; i < 40; ++i) {
    const std::string next = "<<c" + std::to_string(i + 1) + ">>\n";
    book += "```{#c" + std::to_string(i) + "}\n" + next + next + "```\n";
  }
  CHECK(Fixture({book + "```{#c40}\n```\n"}).errors().find("more than 256 MiB") !=
        std::string::npos);
}

TEST_CASE("A chunk that no file holds may not ask for very much text either") {
  std::string book = "```{.cpp #c0 .unused}\n<<c1>>\n<<c1>>\n```\n";
  for (int i = 1; i < 40; ++i) {
    const std::string next = "<<c" + std::to_string(i + 1) + ">>\n";
    book += "```{#c" + std::to_string(i) + "}\n" + next + next + "```\n";
  }
  CHECK(Fixture({book + "```{#c40}\nx\n```\n"}).errors().find("more than 256 MiB") !=
        std::string::npos);
}

TEST_CASE("Chunks nest as deeply as they like") {
  std::string book = "```{.cpp file=x}\n<<c0>>\n```\n";
  for (int i = 0; i < 5000; ++i) {
    book += "```{#c" + std::to_string(i) + "}\n<<c" + std::to_string(i + 1) + ">>\n```\n";
  }
  CHECK(Fixture({book + "```{#c5000}\n```\n"}).errors() == "");
  CHECK(Fixture({book + "```{#c5000}\n<<c0>>\n```\n"})
            .errors()
            .starts_with("a.md:5:1: error: chunk 'c0' uses itself\n"));
}

TEST_CASE("Errors are sorted by chapter, line and column") {
  const Fixture f({"```{.cpp file=x}\n<<b>>\n```\n", "```{#c}\n```\n", "```{#a}\n<<d>>\n```\n"});
  std::string places;
  std::istringstream lines(f.errors());
  for (std::string line; std::getline(lines, line);) {
    if (line.find("error:") != std::string::npos) places += line.substr(0, line.find(' '));
  }
  CHECK(places == "a.md:2:1:b.md:1:1:c.md:1:1:c.md:2:1:");
}
