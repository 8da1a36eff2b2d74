"`python -m tinytorch`: the command `tinytorch`."
from tinytorch.tools.command_line import main

if __name__ == '__main__': raise SystemExit(main())
