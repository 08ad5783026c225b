"""Tests of the search."""

import re
from typing import Any

from weave.pages.tests.reading import ReadingTest
from weave.tests.reader import PHONE


class Search(ReadingTest):
    def test_search_finds_words_names_and_what_is_misspelt(self) -> None:
        page = self.reader().open(self.page_with("search.js"))
        page.get_by_role("button", name="Search").click()
        field = page.get_by_role("searchbox", name="Search the book")
        for words, text in (("divergnce", "diverg"), ("__shfl_down_sync", "__shfl_down_sync"), ("reconverging", "reconverge")):
            field.fill("")
            page.wait_for_function("!document.querySelector('.search-results li')")
            field.press_sequentially(words)
            page.wait_for_selector(".search-results li")
            self.assertIn(text, page.locator(".search-snippet mark").first.inner_text().lower())

    def test_search_by_keyboard_leads_to_another_chapter(self) -> None:
        page = self.reader(size=PHONE).open(self.page_with("search.js"))
        page.keyboard.press("/")
        page.keyboard.type("transpose")
        page.wait_for_selector(".search-results li")
        for key in ("ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowDown"):
            page.keyboard.press(key)
        link = page.locator(".search-results a").first
        self.assertTrue(link.evaluate("link => link === document.activeElement"))
        address = link.get_attribute("href")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        self.assertTrue(page.url.endswith(address))
        page.keyboard.press("/")
        page.keyboard.press("Escape")
        self.assertFalse(page.locator("dialog.search").is_visible())

    def found(self, page: Any, asked: str) -> list[tuple[Any, ...]]:
        """Address, title and place of what the search finds, which is open."""
        field = page.get_by_role("searchbox", name="Search the book")
        field.fill("")
        page.wait_for_function(
            "!document.querySelector('.search-results li') && !document.querySelector('.search-status').textContent"
        )
        field.fill(asked)
        page.wait_for_function(
            "document.querySelector('.search-results li') || document.querySelector('.search-status').textContent"
        )
        return [
            tuple(each)
            for each in page.locator(".search-results li").evaluate_all(
                "all => all.map(li => [li.querySelector('a').getAttribute('href'), li.querySelector('a').textContent, li.children[1].textContent])"
            )
        ]

    def test_a_word_is_not_found_within_another_but_as_a_part_of_a_name(self) -> None:
        page = self.reader().open(self.page_with("search.js"))
        page.keyboard.press("/")
        for asked, pattern in (
            ("mutex", r"(\w*_)?lock\w*|mutex\w*"),
            ("shfl", r"\w*_shfl\w*|shfl\w*"),
            ("malloc", r"cudaMalloc\w*|malloc\w*"),
        ):
            self.found(page, asked)
            marked = page.locator(".search-snippet mark").all_inner_texts()
            self.assertTrue(marked, asked)
            for each in marked:
                self.assertRegex(each, re.compile(f"^({pattern})$", re.IGNORECASE), asked)
        self.assertTrue(self.found(page, "oales"), "where nothing begins with it, what holds it is found")

    def test_search_knows_what_others_say_signs_phrases_and_numbers(self) -> None:
        page = self.reader().open(self.page_with("search.js"))
        page.keyboard.press("Control+k")
        self.assertTrue(any("Scan" in where for _, _, where in self.found(page, "prefix sum")[:5]))
        self.assertIn("this book says scan", page.locator(".search-status").inner_text())
        for asked, said in (
            ("unified memory", "managed memory"),
            ("page-locked memory", "pinned"),
            ("thread block cluster", "cluster"),
        ):
            self.found(page, asked)
            self.assertIn(f"this book says {said}", page.locator(".search-status").inner_text())
            self.assertIn(said.split()[0], " ".join(page.locator(".search-results li").all_inner_texts()[:2]))
        self.assertGreater(len(self.found(page, "<<<")), 3)
        self.assertIn("<<<", page.locator(".search-snippet mark").first.inner_text())
        loose, strict = self.found(page, "bank conflict"), self.found(page, '"bank conflict"')
        self.assertGreater(len(loose), len(strict))
        self.assertGreater(len(strict), 0)
        # What explains comes before what looks back.
        self.assertTrue(loose[0][2].startswith("Chapter"), loose[0])
        for kind, number in (("Figure", "fig"), ("Table", "tbl")):
            text = next(each for each in self.texts.values() if f'id="{number}-' in each)
            asked = re.findall(rf'id="{number}-.*?class="caption-number">({kind}[^<]*?)\.<', text, re.DOTALL)[0].replace(
                "\u00a0", " "
            )
            (hit,) = self.found(page, asked)
            self.assertEqual((hit[1], f"#{number}-" in hit[0]), (asked, True))
        numbers = page.evaluate(
            "bookSections.filter(each => !each[3] && /^\\d/.test(each[1])).map(each => each[1].split(' ')[0])"
        )
        self.assertTrue(numbers, "a section that begins with a part of its own")
        for number in numbers[:2]:
            ((_, title, _),) = self.found(page, f"Section {number}")
            self.assertTrue(title.startswith(f"{number} "), title)
        self.assertEqual(self.found(page, "Figure 99.99"), [])
        self.assertEqual(page.locator(".search-status").inner_text(), "The book has no Figure 99.99.")

    def test_questions_and_other_names_lead_to_what_explains_them(self) -> None:
        page = self.reader().open(self.page_with("search.js"))
        page.keyboard.press("/")
        for asked, pattern in (
            ("how do I sum an array", "Reduction"),
            ("quicksort", "[Ss]ort"),
            ("what is occupancy", "Occupancy"),
            ("warp shuffel", "[Ss]huffle"),
        ):
            self.assertRegex(self.found(page, asked)[0][1], pattern, asked)
        # A function is explained where it comes first.
        places = [where for href, _, where in self.found(page, "cudaMalloc") if "sec-" in href][:3]
        self.assertTrue(any(where.startswith("Chapter 1:") for where in places), places)

    def test_no_result_is_written_in_tex(self) -> None:
        page = self.reader().open(self.page_with("search.js"))
        page.keyboard.press("/")
        self.found(page, "scan")
        for kind in ("bookSections", "bookThings"):
            self.assertEqual(
                page.evaluate(
                    kind + r".filter(each => /\\(dots|oplus|times|log|cdot)\b/.test(each.at(-1))).map(each => each[0])"
                ),
                [],
            )

    def test_escape_closes_the_search_though_there_are_words_in_it(self) -> None:
        page = self.reader().open(self.page_with("search.js"))
        page.keyboard.press("/")
        self.found(page, "warp")
        page.keyboard.press("Escape")
        self.assertFalse(page.locator("dialog.search").is_visible())

    def test_what_was_found_by_another_name_is_marked_by_it(self) -> None:
        page = self.reader().open(self.page_with("search.js"))
        page.keyboard.press("/")
        self.found(page, "prefix sum")
        link = page.locator(".search-results a[href*='#']").first
        with page.expect_navigation():
            link.click()
        page.wait_for_function("CSS.highlights.get('sought')?.size > 0")
        marks = "[...CSS.highlights.get('sought')].map(range => range.startContainer.data.slice(range.startOffset, range.endOffset).toLowerCase())"
        self.assertTrue(any(each.startswith("scan") for each in page.evaluate(marks)))

    def test_search_offers_definitions(self) -> None:
        page = self.reader().open(self.page_with("search.js"))
        page.keyboard.press("/")
        self.assertTrue(self.found(page, "__global__"))
        name = page.evaluate("bookDefinitions.find(each => each[0].includes('_'))")
        href, title, where = self.found(page, name[0])[0]
        self.assertEqual((title, where), (name[0], f"{name[1]}, defined in {name[3]}"))
        page.locator(".search-results a").first.click()
        page.wait_for_selector(".marked")
        self.assertIn(title, page.locator(".marked").inner_text())

    def test_definitions_come_first_where_their_names_are_asked_for(self) -> None:
        page = self.reader().open(self.page_with("search.js"))
        page.keyboard.press("/")
        self.assertNotIn("defined in", " ".join(where for _, _, where in self.found(page, "CUB")[:3]))
        self.assertNotIn("traced_lanes", [title for _, title, _ in self.found(page, "race")])
        self.assertIn("traced_lanes", [title for _, title, _ in self.found(page, "lanes")] + [
            title for _, title, _ in self.found(page, "traced_lanes")])  # fmt: skip

    def test_search_says_what_only_looks_alike(self) -> None:
        page = self.reader().open(self.page_with("search.js"))
        page.keyboard.press("/")
        self.assertTrue(self.found(page, "divergnce"))
        self.assertIn("nothing has \u201cdivergnce\u201d", page.locator(".search-status").inner_text())

    def test_snippets_are_of_whole_words(self) -> None:
        page = self.reader().open(self.page_with("search.js"))
        page.keyboard.press("/")
        self.found(page, "barrier")
        for snippet, text in page.locator(".search-results li").evaluate_all(
            """all => all.map(li => [
                li.querySelector(".search-snippet").textContent.replace(/^\u2026 | \u2026$/g, ""),
                bookSections.find(each => each[0] === li.querySelector("a").getAttribute("href"))?.[3]])"""
        )[:8]:
            if text is not None:
                place = text.index(snippet)
                self.assertIn((text[:place] + " ")[-1 if not place else place - 1], " ")
                self.assertIn((text + " ")[place + len(snippet)], " ")

    def test_where_the_search_leads_what_was_sought_is_marked(self) -> None:
        page = self.reader().open(self.page_with("search.js"))
        marks = "() => [...(CSS.highlights.get('sought') ?? [])].map(range => range.startContainer.data.slice(range.startOffset, range.endOffset))"
        page.keyboard.press("/")
        self.found(page, "divergence")
        with page.expect_navigation():
            page.locator(".search-results a[href*='#sec-']").first.click()
        page.wait_for_function("CSS.highlights.get('sought')?.size > 0")
        self.assertEqual({each.lower()[:7] for each in page.evaluate(marks)}, {"diverge"})
        page.keyboard.press("Escape")
        self.assertEqual(page.evaluate(marks), [])
        page.reload()
        page.wait_for_load_state()
        self.assertEqual(page.evaluate(marks), [])

    def test_search_says_when_it_finds_nothing_and_is_accessible(self) -> None:
        for theme in ("light", "dark"):
            visitor = self.reader(theme=theme)
            page = visitor.open(self.page_with("search.js"))
            page.keyboard.press("/")
            page.keyboard.type("zzzzqqqq")
            page.wait_for_function("document.querySelector('.search-status').textContent === '0 sections'")
            page.get_by_role("searchbox").fill("warp")
            page.wait_for_selector(".search-results li")
            page.evaluate("document.querySelector('main').remove()")
            self.assertEqual(visitor.violations(["color-contrast", "label", "list", "aria-dialog-name", "link-name"]), [])
