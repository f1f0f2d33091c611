"""Tables that are shipped beside the modules: the only files that engine and odds read.

They are part of the program as its modules are, so reading them keeps the engine pure: the same
bytes on every machine, whatever the caller does. The import contracts allow it to this module only.
`pkgutil` also reads from a zipped package, and loads faster than `importlib.resources`.
"""

from __future__ import annotations

import pkgutil

__all__ = ["package_data"]


def package_data(package: str, name: str) -> bytes:
    """The content of a file that is shipped in a package.

    Args:
        package: as it is imported, such as ``carteado.odds``.
        name: of the file in the package's folder.

    Raises:
        OSError: there is no such file, so the installation is damaged.
    """
    content = pkgutil.get_data(package, name)
    # None only for packages of other loaders, which this distribution does not use.
    if content is None:
        raise FileNotFoundError(f"{name} cannot be read from the package {package}")
    return content
