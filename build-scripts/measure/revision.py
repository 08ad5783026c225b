"""The commit that a result was made from, and whether the tree differs from it."""

import argparse
import os
import subprocess
from pathlib import Path


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--source", type=Path, default=Path.cwd(), help="the work tree, for its commit")
    parser.add_argument("--commit", default=os.environ.get("WARP_COMMIT"), help="default: $WARP_COMMIT, else what git says")
    parser.add_argument("--dirty", choices=("yes", "no"), default=os.environ.get("WARP_DIRTY"), help="likewise $WARP_DIRTY")


def of(options: argparse.Namespace) -> tuple[str, str]:
    """The commit and whether the tree differs from it: 'yes', 'no' or 'unknown'."""
    if options.commit:
        return options.commit, options.dirty or "unknown"
    git = ["git", "-C", str(options.source)]
    # Records do not change what is measured; a copy without its .git must not find a repository around it.
    changes = ["status", "--porcelain", "--", ".", ":(exclude)figures/recorded"]
    try:
        if not (options.source / ".git").exists():
            raise FileNotFoundError(".git")
        commit, status = (
            subprocess.run([*git, *arguments], capture_output=True, text=True, check=True).stdout.strip()
            for arguments in (["rev-parse", "HEAD"], changes)
        )
    except (OSError, subprocess.CalledProcessError):
        print("no commit can be read here; give it in WARP_COMMIT, or the results cannot be recorded")
        return "unknown", "unknown"
    return commit, "yes" if status else "no"
