"""The numbered stream: fair, repeatable, the same in every build, and without a trace of the global generator."""

from __future__ import annotations

import hashlib

import pytest
from scipy import stats

from quintain.engine import D20, PERCENT, Malformed, Stream, commitment
from quintain.engine.stream import MIX, MixStream, Written, philox


def test_the_generator_is_philox_by_its_published_vectors() -> None:
    # The known answers for philox4x32-10 of the authors' library Random123 (kat_vectors): counter, key, block.
    for counter, key, block in (
        ([0] * 4, [0] * 2, [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]),
        ([0xFFFFFFFF] * 4, [0xFFFFFFFF] * 2, [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]),
        (
            [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344], [0xA4093822, 0x299F31D0],
            [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1],
        ),
    ):  # fmt: skip
        assert list(philox(*counter, *key)) == block


def by_hand(seed: str, number: int, sides: int) -> int:
    """A face worked out anew from the description in `Stream`, with whole products of Python's own integers."""
    digest = hashlib.sha256(f"philox4x32-10/1:{seed}".encode()).digest()
    words = [int.from_bytes(digest[place : place + 4], "big") for place in (0, 4, 8, 12)]
    attempt = 0
    while True:
        a, b, c, d = number // 4 % 2**32, number // 4 // 2**32 + attempt * 65536, words[2], words[3]
        key, other = words[0], words[1]
        for _ in range(10):
            left, right = 0xD2511F53 * a, 0xCD9E8D57 * c
            a, b, c, d = right >> 32 ^ b ^ key, right % 2**32, left >> 32 ^ d ^ other, left % 2**32
            key, other = (key + 0x9E3779B9) % 2**32, (other + 0xBB67AE85) % 2**32
        word = [a, b, c, d][number % 4]
        if word < 2**32 // sides * sides:
            return word % sides
        attempt += 1


def test_anybody_can_work_out_a_die_from_the_description() -> None:
    for number in (0, 1, 2, 3, 4, 999, 1_000_000, 7_000_000_003, 10**12):
        for sides in (2, 3, 6, 20, 100, 3_000_000_000):
            assert Stream("by hand", number).face(sides, 0) == by_hand("by hand", number, sides)


def test_words_of_the_last_incomplete_run_are_drawn_again() -> None:
    # Of a die with 3,000,000,000 sides three words in ten are of no use; the chance that none of a hundred is, is below 1e-15.
    first = [philox_word("again", number) for number in range(100)]
    assert any(word >= 3_000_000_000 for word in first)
    assert all(0 <= Stream("again", number).face(3_000_000_000, 0) < 3_000_000_000 for number in range(100))
    # And one such die does not shift the next: each number has words of its own.
    stream = Stream("again")
    faces = [stream.face(3_000_000_000, 0) for _ in range(100)]
    assert faces == [Stream("again", number).face(3_000_000_000, 0) for number in range(100)]


def philox_word(seed: str, number: int) -> int:
    return Stream(seed, number).face(2**32, 0)


def test_the_algorithms_are_pinned() -> None:
    # Records name the algorithm: if these faces change, its name must change too.
    for stream, faces in ((Stream("pinned"), PINNED), (MixStream("pinned"), MIXED)):
        assert [stream.face(20, 1) for _ in range(12)] == faces
    assert commitment("pinned", "", MIX) == HASH
    assert commitment("pinned", "pepper") == hashlib.sha256(b"quintain-seed:pepper:pinned").hexdigest()


PINNED = [12, 17, 13, 7, 3, 10, 7, 18, 10, 6, 11, 18]
MIXED = [18, 12, 18, 8, 4, 1, 20, 7, 19, 8, 14, 1]
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
