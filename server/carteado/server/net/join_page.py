"""The page that tells guests how to join: plain HTML, without scripts."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

__all__ = ["JOIN_HEADERS", "MARK", "install_lines", "join_page", "join_text"]

MARK = "This is a Carteado server."
"""A sentence on the page, by which `carteado doctor` recognises the server."""

JOIN_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
"""Headers of the page: nothing may run on it, and no other page may frame it."""

_STYLE = """\
body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 42rem; margin: 2rem auto; padding: 0 1rem;
  color: #1b1b1b; background: #fff; }
pre { background: #eee; padding: .7rem; border-radius: .4rem; overflow-x: auto; user-select: all; }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #161616; }
  pre { background: #2a2a2a; } a { color: #8ab4f8; } }"""


def install_lines(url: str, wheel: str) -> tuple[str, str]:
    """The two lines that install the client from a server, with pip or uv.

    Args:
        url: the server, without a slash at its end.
        wheel: file name of its wheel.
    """
    source = f'"carteado[find] @ {url}/install/{wheel}"'
    return f"pip install {source}", f"uv tool install {source}"


def join_page(url: str, others: Sequence[str], wheel: str) -> str:
    """The page as HTML.

    Args:
        url: the address under which the reader opened the page.
        others: further addresses of the server.
        wheel: file name of the server's wheel.
    """
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Join this Carteado server</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>Join the table</h1>
{join_text(url, others, wheel)}
</body>
</html>
"""


def join_text(url: str, others: Sequence[str], wheel: str) -> str:
    """The text below the page's heading, also for browsers that cannot show the table.

    Args:
        url: the address under which the reader opened the page.
        others: further addresses of the server.
        wheel: file name of the server's wheel.
    """
    # Everything that comes from the request is escaped below: the host in `url` is the client's
    # own text.
    pip, uv = install_lines(url, wheel)
    more = "".join(f"<li><code>{escape(other)}</code></li>" for other in others if other != url)
    listed = f"<p>If this address stops working, try:</p><ul>{more}</ul>" if more else ""
    return f"""<p>{MARK} You play in a browser at <code>{escape(url)}</code>, or in a terminal. The
terminal needs Python 3.11 or newer.</p>
<p>1. Install the game once, with pip:</p>
<pre>{escape(pip, quote=False)}</pre>
<p>or with uv:</p>
<pre>{escape(uv, quote=False)}</pre>
<p>2. Play:</p>
<pre>carteado play {escape(url)}</pre>
<p>To play in a window, install <code>carteado[find,gui]</code> in the same way and type
<code>carteado gui {escape(url)}</code>.</p>
{listed}"""
