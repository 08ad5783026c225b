"""The version of CUB that a program was compiled with."""

import re
from pathlib import Path

# Its kernels are in a namespace for that and for the GPU: cub::CUB_300001_SM_900, since 3.4 cub::_V_300403_SM_900.
_KERNEL = re.compile(rb"_ZN3cub\d+[A-Z_]+_(\d+)_SM_\d")


def versions(program: Path) -> list[str]:
    """As 3.5.0; none where the program has no kernel of CUB's."""
    numbers = sorted({int(number) for number in _KERNEL.findall(program.read_bytes())})
    return [f"{number // 100000}.{number // 100 % 1000}.{number % 100}" for number in numbers]
