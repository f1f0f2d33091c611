"""The full-screen terminal table, in Textual: draws the scene of `carteado.scene` in cells."""
