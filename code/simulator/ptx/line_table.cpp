#include "simulator/ptx/line_table.hpp"

namespace simulator {

bool is_of_library(std::string_view file) {
  return file.find("/include/") != file.npos;
}

LineTable::Location LineTable::position(TokenStream& tokens) {
  Location result;
  result.file = unsigned(tokens.integer());
  result.line = unsigned(tokens.integer());
  result.column = unsigned(tokens.integer());
  return result;
}

SourceLine LineTable::read(TokenStream& tokens) {
  tokens.expect(".loc");
  Location result = position(tokens);
  while (tokens.accept(",")) {
    if (tokens.accept("function_name")) {
      tokens.name();
      if (tokens.accept("+")) tokens.integer();
    } else if (tokens.accept("inlined_at")) {
      result.outer = index_of(position(tokens));
    } else {
      tokens.fail_at("unknown part of .loc", tokens.peek());
    }
  }
  if (result.line != 0) {  // else it counts to what stands before it
    current_ = int(locations_.size());
    locations_.push_back(result);
  }
  return {result.file, result.line};
}

int LineTable::index_of(const Location& position) {
  for (std::size_t i = locations_.size(); i-- > 0;) {
    const Location& known = locations_[i];
    if (known.file == position.file && known.line == position.line &&
        known.column == position.column)
      return int(i);
  }
  locations_.push_back(position);
  return int(locations_.size()) - 1;
}

SourceLine LineTable::place_of(unsigned mark, const std::map<unsigned, std::string>& files) const {
  if (mark == 0) return {};
  const Location* location = &locations_[mark - 1];
  while (location->outer >= 0) {
    const auto file = files.find(location->file);
    if (file == files.end() || !is_of_library(file->second)) break;
    location = &locations_[std::size_t(location->outer)];
  }
  return {location->file, location->line};
}

}  // namespace simulator
