"""The two small games on a page: what is shown of a table, in words of one language."""
