"""Makes a screenshot small enough for a repository: 256 colours instead of 16 million."""

import collections
import struct
import zlib


def size_of(data):
    """The width and height of a PNG; fails if it is none."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", data[16:24])


def with_palette(data):
    """A PNG of 8-bit RGB, as Chromium writes it, with the colours that are used most."""
    width, height, rows = _pixels(data)
    counts = collections.Counter(pixel for row in rows for pixel in row)
    palette = [colour for colour, _ in counts.most_common(256)]
    numbers = {colour: number for number, colour in enumerate(palette)}

    def nearest(colour):
        return min(range(len(palette)), key=lambda number: sum(
            (a - b) ** 2 for a, b in zip(palette[number], colour)))

    for colour in counts:
        if colour not in numbers:
            numbers[colour] = nearest(colour)
    lines = b"".join(b"\0" + bytes(numbers[pixel] for pixel in row) for row in rows)
    return (b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
            + _chunk(b"PLTE", b"".join(palette)) + _chunk(b"IDAT", zlib.compress(lines, 9))
            + _chunk(b"IEND", b""))


def _chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _pixels(data):
    position, packed = 8, b""
    width, height = size_of(data)
    assert data[24:29] == b"\x08\x02\0\0\0", "8 bits of red, green and blue, not interlaced"
    while position < len(data):
        length, kind = struct.unpack(">I4s", data[position:position + 8])
        if kind == b"IDAT":
            packed += data[position + 8:position + 8 + length]
        position += 12 + length
    raw = zlib.decompress(packed)
    rows, above = [], bytes(3 * width)
    for start in range(0, len(raw), 3 * width + 1):
        row = bytearray(raw[start + 1:start + 1 + 3 * width])
        _unfilter(raw[start], row, above)
        rows.append([bytes(row[i:i + 3]) for i in range(0, len(row), 3)])
        above = row
    return width, height, rows


def _unfilter(kind, row, above):
    """Undoes what the PNG format calls a filter: each byte was written as its difference to a guess."""
    for i in range(len(row)):
        left = row[i - 3] if i >= 3 else 0
        corner = above[i - 3] if i >= 3 else 0
        guess = 0
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = above[i]
        elif kind == 3:
            guess = (left + above[i]) // 2
        elif kind == 4:
            far = left + above[i] - corner
            guess = min((left, above[i], corner), key=lambda value: abs(far - value))
        row[i] = (row[i] + guess) & 255
