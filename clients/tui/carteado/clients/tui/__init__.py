"""The full-screen terminal table, in Textual: pages of text made from `carteado.scene`."""
