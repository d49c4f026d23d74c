"""Secrets that open a seat: invitations in links, and what a browser keeps in a cookie.

Both are random words of 192 bits. Only their hash is stored; with so many random bits a plain SHA-256 cannot be searched.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import string

BITS = 192
INVITE = "invite"
COOKIE = "cookie"
_PLAIN = set(string.ascii_letters + string.digits + "-_")
_ID = string.ascii_lowercase + string.digits


def new_secret() -> str:
    return secrets.token_urlsafe(BITS // 8)


def is_secret(text: object) -> bool:
    """Could this be a secret of ours? Anything else is not even looked up."""
    return isinstance(text, str) and len(text) == BITS // 6 and set(text) <= _PLAIN


def hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def same(secret: str, stored: str) -> bool:
    """Compared in constant time."""
    return hmac.compare_digest(hash_of(secret), stored)


def new_id() -> str:
    """A name for a table: not secret, but not to be guessed by counting."""
    return "".join(secrets.choice(_ID) for _ in range(12))
