"""Sets of small numbers (0 to 61) in one i64."""

from librt.vecs import vec
from mypy_extensions import i64


def shift(x: i64, n: i64) -> i64:
    """x << n. mypyc shifts a small literal (`i64(1) << n`) in 32 bits; a parameter is safe."""
    return x << n


def bit(n: i64) -> i64:
    """The set of n alone."""
    return shift(1, n)


def has(s: i64, n: i64) -> bool:
    """Is n a member?"""
    return (s >> n) & 1 == 1


def count(s: i64) -> i64:
    """How many members."""
    s = s - ((s >> 1) & 0x1555555555555555)
    s = (s & 0x3333333333333333) + ((s >> 2) & 0x3333333333333333)
    s = (s + (s >> 4)) & 0x0F0F0F0F0F0F0F0F
    s = s + (s >> 8)
    s = s + (s >> 16)
    return (s + (s >> 32)) & 127


def lowest(s: i64) -> i64:
    """The smallest member of a set that is not empty."""
    return count((s & -s) - 1)


def some(s: i64, part: i64) -> i64:
    """The member that lies `part` of 2**32 along the set: a random word of 32 bits makes each as likely as the others.

    Halves the range six times, without a branch.
    """
    a = s - ((s >> 1) & 0x1555555555555555)  # members per 2 places
    b = (a & 0x3333333333333333) + ((a >> 2) & 0x3333333333333333)  # per 4
    c = (b + (b >> 4)) & 0x0F0F0F0F0F0F0F0F  # per 8
    d = (c + (c >> 8)) & 0x00FF00FF00FF00FF  # per 16
    e = (d + (d >> 16)) & 0x000000FF000000FF  # per 32
    k = (part * ((e + (e >> 32)) & 127)) >> 32  # the k-th smallest
    at: i64 = 0
    n = e & 63
    up = (n - k - 1) >> 63  # -1 if the wanted member is in the upper half, else 0
    at += 32 & up
    k -= n & up
    n = (d >> at) & 31
    up = (n - k - 1) >> 63
    at += 16 & up
    k -= n & up
    n = (c >> at) & 15
    up = (n - k - 1) >> 63
    at += 8 & up
    k -= n & up
    n = (b >> at) & 7
    up = (n - k - 1) >> 63
    at += 4 & up
    k -= n & up
    n = (a >> at) & 3
    up = (n - k - 1) >> 63
    at += 2 & up
    k -= n & up
    n = (s >> at) & 1
    up = (n - k - 1) >> 63
    return at + (1 & up)


def members(s: i64, out: vec[i64]) -> i64:
    """Writes the members in increasing order; returns how many."""
    n: i64 = 0
    while s != 0:
        out[n] = lowest(s)
        n += 1
        s &= s - 1
    return n
