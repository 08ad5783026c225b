#include "html.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace tangle {
namespace {

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}
bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-';
}
bool is_space(char c) {
  return c == ' ' || c == '\t';
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

constexpr std::array<std::string_view, 4> verbatim_tags = {"pre", "script", "style", "textarea"};

constexpr std::array<std::string_view, 62> block_tags = {
    "address",  "article",  "aside",    "base",       "basefont", "blockquote", "body",   "caption",
    "center",   "col",      "colgroup", "dd",         "details",  "dialog",     "dir",    "div",
    "dl",       "dt",       "fieldset", "figcaption", "figure",   "footer",     "form",   "frame",
    "frameset", "h1",       "h2",       "h3",         "h4",       "h5",         "h6",     "head",
    "header",   "hr",       "html",     "iframe",     "legend",   "li",         "link",   "main",
    "menu",     "menuitem", "nav",      "noframes",   "ol",       "optgroup",   "option", "p",
    "param",    "search",   "section",  "summary",    "table",    "tbody",      "td",     "tfoot",
    "th",       "thead",    "title",    "tr",         "track",    "ul"};

/// Takes the white space at the front of `text`; false where there is none.
bool take_space(std::string_view& text) {
  const std::size_t before = text.size();
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  return text.size() != before;
}

bool take_attribute(std::string_view& text) {
  const auto starts = [](char c) { return is_letter(c) || c == '_' || c == ':'; };
  const auto continues = [&](char c) { return is_name(c) || c == '_' || c == ':' || c == '.'; };
  if (text.empty() || !starts(text.front())) return false;
  while (!text.empty() && continues(text.front())) text.remove_prefix(1);
  std::string_view value = text;
  take_space(value);
  if (!value.starts_with('=')) return true;
  value.remove_prefix(1);
  take_space(value);
  if (value.empty()) return false;
  std::size_t end;
  if (value.front() == '"' || value.front() == '\'') {
    end = value.find(value.front(), 1);
    if (end == std::string_view::npos) return false;
    ++end;
  } else {
    end = std::min(value.find_first_of(" \t\"'=<>`"), value.size());
    if (end == 0) return false;
  }
  text = value.substr(end);
  return true;
}

/// True where `text` is one complete opening or closing tag, alone on its line.
bool is_lone_tag(std::string_view text) {
  text.remove_prefix(1);
  const bool closing = text.starts_with('/');
  if (closing) text.remove_prefix(1);
  if (text.empty() || !is_letter(text.front())) return false;
  while (!text.empty() && is_name(text.front())) text.remove_prefix(1);
  while (take_space(text) && !closing) {
    if (!text.empty() && text.front() != '/' && text.front() != '>' && !take_attribute(text)) {
      return false;
    }
  }
  if (!closing && text.starts_with('/')) text.remove_prefix(1);
  if (!text.starts_with('>')) return false;
  text.remove_prefix(1);
  take_space(text);
  return text.empty();
}

}  // namespace

HtmlKind html_opening(std::string_view text) {
  if (text.size() < 2 || text.front() != '<') return 0;
  if (text.starts_with("<!--")) return 2;
  if (text.starts_with("<?")) return 3;
  if (text.starts_with("<![CDATA[")) return 5;
  if (text.starts_with("<!") && text.size() > 2 && is_letter(text[2])) return 4;
  const bool closing = text[1] == '/';
  std::string_view name = text.substr(closing ? 2 : 1);
  const auto end = std::find_if_not(name.begin(), name.end(), is_name);
  const std::string_view after = name.substr(static_cast<std::size_t>(end - name.begin()));
  const std::string tag = lower(name.substr(0, name.size() - after.size()));
  const bool ends = after.empty() || is_space(after.front()) || after.front() == '>';
  const auto listed = [&](const auto& tags) {
    return std::find(tags.begin(), tags.end(), tag) != tags.end();
  };
  if (!closing && ends && listed(verbatim_tags)) return 1;
  if ((ends || after.starts_with("/>")) && listed(block_tags)) return 6;
  return !(listed(verbatim_tags) && !closing) && is_lone_tag(text) ? 7 : 0;
}

bool html_ends(HtmlKind kind, std::string_view text) {
  const auto has = [&](std::string_view end) { return text.find(end) != std::string_view::npos; };
  switch (kind) {
    case 1: {
      const std::string line = lower(text);
      return std::any_of(verbatim_tags.begin(), verbatim_tags.end(), [&](std::string_view tag) {
        return line.find("</" + std::string(tag) + ">") != std::string::npos;
      });
    }
    case 2:
      return has("-->");
    case 3:
      return has("?>");
    case 4:
      return has(">");
    case 5:
      return has("]]>");
    default:
      return false;
  }
}

}  // namespace tangle
