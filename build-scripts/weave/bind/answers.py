"""Moves what answers questions and exercises to the end of a chapter, for on paper nothing stays folded."""

import string
import xml.etree.ElementTree as tree

# What comes after the exercises of a chapter; the answers go before the first of these.
AFTERWARDS = {"sec-reading", "sec-program", "sources"}


def classes(element: tree.Element) -> set[str]:
    return set(element.get("class", "").split())


def of_class(element: tree.Element, name: str) -> list[tree.Element]:
    return [each for each in element.iter() if name in classes(each)]


def judgements(quiz: tree.Element) -> tree.Element | None:
    """Takes what is said of each choice out of a question; as a list, in the order of the choices."""
    said = tree.Element("ol", {"class": "judgements"})
    for item in quiz.iter("li"):
        choice = item.find("details")
        if choice is None or "choice" not in classes(choice):
            continue
        summary, told = choice.find("summary"), choice.find("div")
        if summary is None or told is None:
            raise ValueError(f"a choice of {quiz.get('id')} lacks its words")
        item.remove(choice)
        item.text, item[:] = summary.text, list(summary)
        told.tag = "li"
        told.set("class", "right" if "right" in classes(choice) else "wrong")
        said.append(told)
    for choices in of_class(quiz, "choices"):
        choices.tag = "ol"
    return said if len(said) else None


def solution(exercise: tree.Element) -> tree.Element | None:
    """Takes the answer out of an exercise."""
    for parent in exercise.iter():
        for child in parent:
            if child.tag == "details" and "answer" in classes(child):
                parent.remove(child)
                told = child.find("div")
                if told is None:
                    raise ValueError(f"the answer of {exercise.get('id')} is empty")
                return told
    return None


def letters_of_the_right(quiz: tree.Element) -> str:
    """The letters of the choices that are right, as "b" or "a, c"."""
    choices = of_class(quiz, "choice")
    return ", ".join(letter for letter, each in zip(string.ascii_lowercase, choices) if "right" in classes(each))


def gather(main: tree.Element) -> None:
    """Puts the answers of a chapter into a section of their own; box and answer lead to one another."""
    answers: list[tree.Element] = []
    for box in of_class(main, "box"):
        anchor, name = box.get("id", ""), box.get("aria-label", "")
        right = letters_of_the_right(box)
        told = judgements(box) if "quiz" in classes(box) else solution(box)
        if told is None:
            continue
        title = tree.Element("p", {"class": "box-title", "id": f"answer-{anchor}"})
        back = tree.SubElement(title, "a", {"href": f"#{anchor}"})
        back.text = name
        back.tail = f": {right}" if right else ""
        answers += [title, told]
        tree.SubElement(tree.SubElement(box, "p", {"class": "answered"}), "a", {"href": f"#answer-{anchor}"}).text = "Answer"
    if not answers:
        return
    heading = tree.Element("h2", {"class": "unnumbered", "id": "answers"})
    heading.text = "Answers"
    children = list(main)
    place = next(
        (k for k, each in enumerate(children) if each.get("id") in AFTERWARDS or "claims" in classes(each)), len(children)
    )
    main[place:place] = [heading, *answers]
