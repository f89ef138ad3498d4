"""Files from which a long solve goes on after it was killed.

A file is three lines and a block of bytes: what it is, a header (JSON), the checksum of the rest; then the parts that
the header names, one after another. It is written beside its place, forced to the disk and then moved there, so that a
crash in the middle leaves the file from before.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from springtail.cython_ext.errors import InvalidCheckpoint, shown

MAGIC = b"springtail checkpoint 1\n"
LONGEST_HEADER = 1 << 24

Part = bytes | bytearray | memoryview


def write_checkpoint(path: Path, header: Mapping[str, Any], parts: Sequence[Part]) -> None:
    """Write a file, or leave the one from before; raises OSError when neither the disk nor the folder will have it."""
    lengths = [memoryview(part).nbytes for part in parts]
    head = json.dumps({**header, "parts": lengths}).encode() + b"\n"
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with open(beside, "wb") as file:
            file.write(MAGIC + head + _checksum(head, parts))
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    _settle_folder(path.parent)


def read_checkpoint(path: Path) -> tuple[dict[str, Any], list[memoryview]]:
    """Return the header and the parts of a file.

    Raises:
        InvalidCheckpoint: when it is none, or damaged.
        OSError: when it cannot be read.
    """
    with open(path, "rb") as file:
        if file.readline(len(MAGIC)) != MAGIC:
            raise InvalidCheckpoint(f"checkpoint {shown(str(path))}: not a checkpoint of this version of springtail")
        head, checksum = file.readline(LONGEST_HEADER), file.readline(2 * len(_checksum(b"", ())))
        content = memoryview(file.read())
    try:
        header = json.loads(head)
        ends = [sum(header["parts"][: at + 1]) for at in range(len(header["parts"]))]
        parts = [content[end - length : end] for end, length in zip(ends, header.pop("parts"), strict=True)]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise InvalidCheckpoint(f"checkpoint {shown(str(path))}: damaged, its header cannot be read") from None
    if sum(part.nbytes for part in parts) != content.nbytes or _checksum(head, parts) != checksum:
        raise InvalidCheckpoint(f"checkpoint {shown(str(path))}: damaged, its checksum is wrong")
    return header, parts


def check_header(path: Path, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Refuse a file that was written for something else.

    Raises:
        InvalidCheckpoint: naming everything that differs.
    """
    wrong = [
        f"its {name} is {shown(found.get(name))}, not {shown(value)}"
        for name, value in wanted.items()
        if found.get(name) != value
    ]
    if wrong:
        raise InvalidCheckpoint(f"checkpoint {shown(str(path))}: {'; '.join(wrong)}")


def _checksum(head: bytes, parts: Sequence[Part]) -> bytes:
    digest = hashlib.blake2b(head, digest_size=32)
    for part in parts:
        digest.update(part)
    return digest.hexdigest().encode() + b"\n"


def _settle_folder(folder: Path) -> None:
    """Force the new name to the disk, where folders can be opened."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)
