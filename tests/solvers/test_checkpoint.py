"""Checkpoint files: written safely, and refused when they are damaged or meant for something else."""

from __future__ import annotations

import json
import os

import pytest

from springtail.cython_ext.errors import InvalidCheckpoint
from springtail.solvers import checkpoint
from springtail.solvers.checkpoint import check_header, read_checkpoint, write_checkpoint

HEADER = {"game": "nim", "options": {"piles": [3, 4]}, "big": 2**60}
PARTS = [b"abc", bytearray(b""), memoryview(b"\n\n{}")]


@pytest.fixture
def path(tmp_path):
    place = tmp_path / "solve.checkpoint"
    write_checkpoint(place, HEADER, PARTS)
    return place


def test_what_was_written_is_read(path):
    header, parts = read_checkpoint(path)
    assert header == HEADER
    assert [bytes(part) for part in parts] == [bytes(part) for part in PARTS]


def test_no_other_file_is_left(path):
    assert os.listdir(path.parent) == [path.name]


def test_a_write_that_fails_leaves_the_file_from_before(path, monkeypatch):
    def fail(handle):
        raise OSError("disk full")

    monkeypatch.setattr(checkpoint.os, "fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_checkpoint(path, {"game": "other"}, [])
    assert read_checkpoint(path)[0] == HEADER
    assert os.listdir(path.parent) == [path.name]


def test_every_damaged_byte_is_noticed(path):
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(InvalidCheckpoint):
            read_checkpoint(path)


def test_every_shortened_file_is_noticed(path):
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(InvalidCheckpoint):
            read_checkpoint(path)


@pytest.mark.parametrize("head", ["[]", "{}", '{"parts": 3}', '{"parts": ["a"]}', "[" * 10**5, "nothing"])
def test_a_header_of_another_shape_is_refused(path, head):
    path.write_bytes(checkpoint.MAGIC + head.encode() + b"\n" + b"0" * 64 + b"\n")
    with pytest.raises(InvalidCheckpoint, match="damaged"):
        read_checkpoint(path)


def test_a_file_of_another_kind_is_refused(path):
    path.write_text(json.dumps(HEADER))
    with pytest.raises(InvalidCheckpoint, match="not a checkpoint"):
        read_checkpoint(path)


def test_all_that_differs_is_named(path):
    with pytest.raises(InvalidCheckpoint, match=r"its game is 'nim', not 'chess'; its age is None, not 3"):
        check_header(path, HEADER, {"game": "chess", "big": 2**60, "age": 3})
