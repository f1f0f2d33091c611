"""The browser table: a page in ES modules that the server offers as package data."""
