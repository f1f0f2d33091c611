"""The table of all commands in `docs/protocol-lines.md`, written from the code.

`python -m tests.protocol.command_table` writes it.
"""

from __future__ import annotations

from pathlib import Path

from carteado.protocol.verbs import COMMANDS

PAGE = Path(__file__).parents[2] / "docs" / "protocol-lines.md"
BEGIN = "<!-- commands: written by `python -m tests.protocol.command_table` -->\n"
END = "<!-- end of commands -->\n"


def command_table() -> str:
    """The commands by who gives them, as Markdown."""
    lines: list[str] = []
    section = None
    for verb in COMMANDS:
        if verb.whose is not section:
            section = verb.whose
            lines += ["", f"| {section.value} | |", "|---|---|"]
        usage = verb.usage.replace("|", "\\|")
        also = ", ".join(f"`{word}`" for word in verb.words[1:])
        lines.append(f"| `{usage}` | {verb.help}{f' (or: {also})' if also else ''} |")
    return "\n".join(lines[1:]) + "\n"


def with_table(page: str) -> str:
    """The page with the table as it is now."""
    head, _, rest = page.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n{command_table()}\n{END}{tail}"


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
