"Do mypy and pyright refuse those lines of `typed_program.py` that say `# wrong`, and no others? Exit status 77 where neither can be had."
import json, os, re, shutil, subprocess, sys, tempfile
from pathlib import Path

here = Path(__file__).resolve().parent
program = here/'typed_program.py'
wrong = {k for k, line in enumerate(program.read_text(encoding='utf-8').splitlines(), 1) if line.endswith('# wrong')}

def refused(checker, *args):
    "The lines that a checker refuses, in a folder of its own from which it finds the package; None where it cannot be had."
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(program, folder)
        Path(folder, 'pyrightconfig.json').write_text(json.dumps(dict(include=['.'], extraPaths=[str(here.parent)])))
        r = subprocess.run([sys.executable, '-m', checker, *args], cwd=folder, env=os.environ | {'MYPYPATH': str(here.parent)},
                           capture_output=True, text=True)
    found = {int(k) for k in re.findall(program.name + r':(\d+)(?::\d+)?(?: -|:) error', r.stdout)}
    if not found: print(f'{checker} cannot be had:', (r.stdout + r.stderr).strip().splitlines()[-1:])
    else: print(f'{checker}: {len(found & wrong)} of {len(wrong)} mistakes refused,', f'wrongly {sorted(found - wrong)}, not {sorted(wrong - found)}')
    return found or None

answers = [f for f in (refused('mypy', '--strict', program.name), refused('pyright')) if f]
sys.exit(77 if not answers else int(any(f != wrong for f in answers)))
