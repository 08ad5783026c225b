"""Files, made up, for those programs whose own are large, lie outside their repository or are made by its configure."""

import pathlib
import random
import struct
from collections.abc import Callable


def undirected_edges(chance: random.Random, nodes: int, tries: int) -> list[tuple[int, int]]:
    pairs = ((chance.randrange(nodes), chance.randrange(nodes)) for _ in range(tries))
    return sorted({edge for a, b in pairs if a != b for edge in ((a, b), (b, a))})


def ecl_graph(chance: random.Random, nodes: int, tries: int, weighted: bool) -> bytes:
    """A graph in the binary format of the ECL suite: counts, offsets of rows, neighbours, weights."""
    edges = undirected_edges(chance, nodes, tries)
    offsets = [0] * (nodes + 1)
    for a, _ in edges:
        offsets[a + 1] += 1
    for node in range(nodes):
        offsets[node + 1] += offsets[node]
    weight = {edge: chance.randrange(1, 100) for edge in edges if edge[0] < edge[1]}
    words = [
        nodes,
        len(edges),
        *offsets,
        *[b for _, b in edges],
        *([weight[min(edge), max(edge)] for edge in edges] if weighted else []),
    ]
    return struct.pack(f"<{len(words)}i", *words)


def bfs_graph(chance: random.Random, nodes: int = 2000, degree: int = 4) -> str:
    """A graph in the text format of Rodinia's bfs, searched from node 0."""
    neighbours = [[chance.randrange(nodes) for _ in range(chance.randrange(1, 2 * degree))] for _ in range(nodes)]
    lines, first = [str(nodes)], 0
    for each in neighbours:
        lines.append(f"{first} {len(each)}")
        first += len(each)
    return "\n".join([*lines, "", "0", "", str(first), *(f"{b} 1" for each in neighbours for b in each)]) + "\n"


def fluid_cells(chance: random.Random, side: int = 24) -> str:
    """A square of cells for Rodinia's cfd: area, and of each of four neighbours its number and the normal of the side."""
    lines = [str(side * side)]
    for y in range(side):
        for x in range(side):
            parts = [f"{1 + .1 * chance.random():.5f}"]
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                inside = 0 <= x + dx < side and 0 <= y + dy < side
                other = (y + dy) * side + x + dx + 1 if inside else -1 if dx else -2
                parts += [str(other), f"{dx:.4f}", f"{dy:.4f}", "0.0001"]
            lines.append(" ".join(parts))
    return "\n".join(lines) + "\n"


def numbers(chance: random.Random, count: int, low: float, high: float) -> str:
    return "".join(f"{chance.uniform(low, high):.6f}\n" for _ in range(count))


def picture(chance: random.Random, width: int = 96, height: int = 64) -> bytes:
    return b"P6\n%d %d\n255\n" % (width, height) + bytes(chance.randrange(256) for _ in range(3 * width * height))


def obstacles(_: random.Random) -> str:
    walls = [(x, y) for y in (0, 31) for x in range(128)]
    return "".join(f"{x} {y} 1\n" for x, y in [*walls, *((20, y) for y in range(8, 20))])


def labelled_points(chance: random.Random, points: int = 200, features: int = 50) -> str:
    """Lines of libsvm's format."""
    return "".join(
        f"{chance.choice('+-')}1 "
        + " ".join(f"{j}:{chance.uniform(-1, 1):.4f}" for j in sorted(chance.sample(range(1, features + 1), 12)))
        + "\n"
        for _ in range(points)
    )


def sparse_matrix(chance: random.Random, side: int = 128, tries: int = 900) -> str:
    places = sorted({(chance.randrange(side), chance.randrange(side)) for _ in range(tries)}, key=lambda at: at[::-1])
    return (
        "%%MatrixMarket matrix coordinate real general\n"
        + f"{side} {side} {len(places)}\n"
        + "".join(f"{row + 1} {column + 1} {chance.uniform(.1, 1):.4f}\n" for row, column in places)
    )


def pairs_of_reads(chance: random.Random, pairs: int = 300, length: int = 100) -> str:
    lines = []
    for _ in range(pairs):
        one = [chance.choice("ACGT") for _ in range(length)]
        other = list(one)
        for _ in range(chance.randrange(12)):
            other[chance.randrange(length)] = chance.choice("ACGT")
        lines.append("".join(one) + "\t" + "".join(other))
    return "\n".join(lines) + "\n"


def genes(chance: random.Random, rows: int = 60, samples: int = 20) -> str:
    lines = ["ORF\t" + "\t".join(f"c{j}" for j in range(samples))]
    for i in range(rows):
        values = ((3 if i % 5 == 0 and j < 8 else 0) + chance.uniform(-1, 1) for j in range(samples))
        lines.append(f"g{i}\t" + "\t".join(f"{value:.3f}" for value in values))
    return "\n".join(lines) + "\n"


def cities(chance: random.Random, count: int = 100) -> str:
    """A problem of TSPLIB's kind."""
    return (
        "NAME : made-up\nCOMMENT : made up\nTYPE : TSP\n"
        + f"DIMENSION : {count}\n"
        + "EDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n"
        + "".join(f"{i + 1} {chance.uniform(0, 4000):.5e} {chance.uniform(0, 4000):.5e}\n" for i in range(count))
        + "EOF\n"
    )


MAKERS: dict[str, Callable[[random.Random], str | bytes]] = {
    "small.egr": lambda chance: ecl_graph(chance, 2000, 6000, weighted=False),
    "weighted.egr": lambda chance: ecl_graph(chance, 100, 400, weighted=True),
    "graph.txt": bfs_graph,
    "small.domn": fluid_cells,
    "temp_64": lambda chance: numbers(chance, 64 * 64, 320, 345),
    "power_64": lambda chance: numbers(chance, 64 * 64, 0, 0.01),
    "small.ppm": picture,
    "small.params": lambda _: "128\n32\n4\n10\n0.1\n0.005\n1.85\n",
    "small.dat": obstacles,
    "small.svm": labelled_points,
    "data.csv": lambda chance: "".join(f"{chance.randrange(1, 60)} {chance.uniform(1, 20):.3f}\n" for _ in range(1000)),
    "small.mtx": sparse_matrix,
    "reads.txt": pairs_of_reads,
    "genome.txt": lambda chance: "".join(chance.choice("ACGT") for _ in range(4000)),
    "data.bin": lambda chance: bytes((i // 7 * 13 + (chance.randrange(4) if i % 5 == 0 else 0)) % 256 for i in range(65536)),
    "small.config": lambda _: "ceilingVal 2000\nnumRepeats 1\nprecisions_count 4\nbits_of_precision 1 4 10 23\n",
    "genes.txt": genes,
    "locations.txt": lambda chance: "".join(
        f"{chance.uniform(-80, 80):.5f} {chance.uniform(-179, 179):.5f}\n" for _ in range(4096)
    ),
    "small.tsp": cities,
    "config.h": lambda _: "#define HAVE_CLOCK_GETTIME 1\n#define HAVE_CLOCK_PROCESS_CPUTIME_ID 1\n",
    "temp_64x4": lambda chance: numbers(chance, 4 * 64 * 64, 320, 345),
    "power_64x4": lambda chance: numbers(chance, 4 * 64 * 64, 0, 0.01),
    "hufftext.in": lambda chance: "".join(chance.choice("eeettaoinshrdlu ") for _ in range(65536)),
    "mil.txt": lambda chance: "\n".join(["10000", *(str(chance.randrange(10000)) for _ in range(10000)), ""]),
    "command.txt": lambda _: "j 600 300\n\nk 1000\n",
    # llm.c's programs ask for a handle of cuBLAS, which needs a GPU, whether they multiply matrices or not.
    "no_cublas.cpp": lambda _: "".join(
        f'extern "C" int cublas{name}() {{ return 0; }}\n'
        for name in (
            *("Create_v2", "Destroy_v2", "SetMathMode", "Sgemm_v2", "SgemmStridedBatched", "GemmStridedBatchedEx"),
            *("LtCreate", "LtDestroy", "LtMatmul", "LtMatmulAlgoGetHeuristic", "LtMatmulDescCreate", "LtMatmulDescDestroy"),
            *("LtMatmulDescSetAttribute", "LtMatmulPreferenceCreate", "LtMatmulPreferenceDestroy"),
            *("LtMatmulPreferenceSetAttribute", "LtMatrixLayoutCreate", "LtMatrixLayoutDestroy"),
        )
    ),
    "64.rgb": lambda chance: chance.randbytes(3 * 64 * 64),
}


def write(name: str, folder: pathlib.Path) -> None:
    """Writes a file that a program names, the same contents each time; nothing if it is none of them."""
    path = folder / name
    if path.name in MAKERS:
        made = MAKERS[path.name](random.Random(path.name))
        path.parent.mkdir(exist_ok=True)
        path.unlink(missing_ok=True)
        path.write_bytes(made if isinstance(made, bytes) else made.encode())
