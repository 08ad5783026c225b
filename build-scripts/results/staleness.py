"""When a recorded result no longer rests on the code at hand: by the key that it was recorded with."""

import hashlib
import itertools
import re
from collections.abc import Collection, Iterator
from pathlib import Path

_KEY_PART = re.compile(r"(launches|source|method):([0-9a-f]{16})(?: |$)")


def read_keys(path: Path) -> dict[str, str]:
    """The keys of a chapter's experiments, as `keys` writes them; none where there is no file."""
    if not path.is_file():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    return {name: key for name, _, key in (line.partition(" ") for line in lines)}


def digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def key_of_repetition(keys: dict[str, str], experiments: Collection[str]) -> str | None:
    """The key of these experiments of a program measured together, from the program's keys; None where it has none of them."""
    parts = {name: dict(_KEY_PART.findall(keys[name])) for name in keys if name in experiments}
    if not parts:
        return None
    last = list(parts.values())[-1]
    launches = digest(*(word for name, part in parts.items() for word in (name, part["launches"])))
    return f"launches:{launches} source:{last['source']} method:{last['method']}"


def keys_of_repetitions(keys: dict[str, str], measured: Collection[str]) -> Iterator[str]:
    """The keys that a record may have with rows of these experiments: others, which take no time, have no rows."""
    others = [name for name in keys if name not in measured and not name.endswith(("-twice", "-counters"))]
    for count in range(len(others) + 1):
        for some in itertools.combinations(others, count):
            if key := key_of_repetition(keys, {*measured, *some}):
                yield key


def why_outdated(header: dict[str, str], key: str | None) -> str | None:
    """Why a record does not rest on the code at hand, whose key is `key`; None if it does."""
    if "schema" not in header:
        return "recorded in an older format"
    if key is None:
        return "the program has no such experiment any more"
    # quote: outdated
    then, now = dict(_KEY_PART.findall(header.get("key", ""))), dict(_KEY_PART.findall(key))
    if not then:
        return "it does not say which code made it"
    if then.get("method") != now.get("method"):
        return "timing method changed" if header.get("kind") == "timed" else "other counters are read"
    if not any(part in now and then.get(part) == now[part] for part in ("launches", "source")):
        return "code changed"
    # end quote
    return None
