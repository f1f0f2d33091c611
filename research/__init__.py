"""The experiments of the papers behind Carteado, played again, and the document about them.

They are played from a checkout of the sources (``python -m research``) and are not part of the
package that is installed.
"""
