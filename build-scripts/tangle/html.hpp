#pragma once

#include <string_view>

namespace tangle {

/// The seven kinds of HTML block of CommonMark 4.6, by their numbers there; 0 is none.
using HtmlKind = int;

/// The kind of HTML block that a line opens; `text` is the line without its indentation.
HtmlKind html_opening(std::string_view text);

/// True where an HTML block of kind 1 to 5 ends on the line `text`. Kinds 6 and 7 end at a blank
/// line.
bool html_ends(HtmlKind kind, std::string_view text);

}  // namespace tangle
