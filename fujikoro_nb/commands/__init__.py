"""One module a subcommand of `fujikoro`: arguments in, an answer as plain data and as lines out. `cli` lists them."""
