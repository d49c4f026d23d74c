"""The numbered stream: fair, repeatable, the same in every build, and without a trace of the global generator."""

from __future__ import annotations

import pytest
from scipy import stats

from quintain.engine import D20, PERCENT, Malformed, Stream, commitment
from quintain.engine.stream import Written


def test_the_algorithm_is_pinned() -> None:
    # Records name the algorithm: if these faces change, its name must change too.
    stream = Stream("pinned")
    assert [stream.face(20, 1) for _ in range(12)] == PINNED
    assert commitment("pinned") == HASH


PINNED = [18, 12, 18, 8, 4, 1, 20, 7, 19, 8, 14, 1]
HASH = "e2f1622fa85388e7493af8889b7c8e7c46e595cf2cafda3f8e2a4af2d8caa415"


@pytest.mark.parametrize("sides", [4, 6, 10, 20, 100])
def test_faces_are_even_over_many_draws_of_one_seed(sides: int) -> None:
    stream = Stream(f"even {sides}")
    draws = 200_000
    counts = [0] * sides
    for _ in range(draws):
        counts[stream.face(sides, 0)] += 1
    assert stats.chisquare(counts).pvalue > 0.001


def test_the_first_faces_are_even_over_many_seeds() -> None:
    counts = [0] * 20
    for seed in range(40_000):
        counts[Stream(f"seed:{seed}").face(20, 0)] += 1
    assert stats.chisquare(counts).pvalue > 0.001


def test_neighbours_in_the_stream_are_independent() -> None:
    stream = Stream("pairs")
    counts = [[0] * 6 for _ in range(6)]
    last = stream.face(6, 0)
    for _ in range(180_000):
        face = stream.face(6, 0)
        counts[last][face] += 1
        last = face
    assert stats.chi2_contingency(counts).pvalue > 0.001


def test_a_face_depends_on_seed_and_number_only() -> None:
    forth = Stream("x")
    faces = [forth.face(20, 1) for _ in range(50)]
    assert Stream("x", 20).face(20, 1) == faces[20]
    back = Stream("x")
    back.jump(49)
    assert back.face(20, 1) == faces[49]
    assert [Stream("y", number).face(20, 1) for number in range(50)] != faces


def test_written_faces_must_fit_the_dice() -> None:
    PERCENT.check([0])
    PERCENT.check([99])
    for dice, faces in ((PERCENT, [100]), (D20, [0]), (D20, [21]), (D20, []), (D20, [3, 4])):
        with pytest.raises(Malformed):
            dice.check(faces)
    assert Written([7]).face(20, 1) == 7
