"""The pages: one module for each screen, pure functions from a view to a grid."""
