"""Build the accelerator's wheel for this platform, and try it: the odds have to use it from a new environment.

    .venv/bin/python -m tools.build_accelerator              the wheel comes into dist/
    .venv/bin/python -m tools.build_accelerator --into DIR

Needs a C compiler that knows vector types: gcc or clang on Linux, clang of the Xcode tools on macOS, clang of LLVM on
Windows (cl.exe does not know them); CC names another one. Nothing is compiled for another platform than the one it runs
on, so a release is three runs: accelerator/README.md says where. The wheel fits every Python 3.11 and later.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import sysconfig
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "accelerator"

USES_IT = """
import sys
from pathlib import Path
from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.odds import Foe, Samurai, _accelerate, solve
kernel = _accelerate.kernel_module()
if kernel is None or not Path(kernel.__file__).resolve().is_relative_to(Path(sys.prefix).resolve()):
    sys.exit("the odds do not find the kernel that was just installed")
weapon = parse_gear("WWMT", GearKind.WEAPON, SYMMETRIC).weapon
helmet = parse_gear("WM", GearKind.HELMET, SYMMETRIC).helmet
dice = {one.material: one for one in house_pack().dice}
odds = solve(Samurai(gear=Gear(weapon=weapon, helmet=helmet)), Foe(6, 5, 2), dice)
if not isinstance(odds.solution, _accelerate.KernelSolution):
    sys.exit("the odds were not solved by the kernel")
print(f"a fight solved by {kernel.__file__}: {odds.win:.6f}")
"""
"""Run in the new environment, which borrows everything but the kernel from this one."""


def built(into: Path) -> Path:
    """Compile into a wheel; the wheel. Raises CalledProcessError."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "--disable-pip-version-check",
        ]
        subprocess.run([*command, "--no-build-isolation", "--wheel-dir", folder, str(SOURCE)], check=True)
        (wheel,) = Path(folder).glob("*.whl")
        into.mkdir(parents=True, exist_ok=True)
        return wheel.replace(into / wheel.name)


def tried(wheel: Path) -> None:
    """Install the wheel where it has never been and solve a fight with it. Raises CalledProcessError."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=False)
        python = Path(folder) / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        names = {"base": folder, "platbase": folder}
        scheme = "nt" if sys.platform == "win32" else "posix_prefix"
        packages = Path(sysconfig.get_path("purelib", scheme, vars=names))
        install = [
            sys.executable,
            "-m",
            "pip",
            "--python",
            str(python),
            "install",
            "--quiet",
            "--no-index",
            "--no-deps",
        ]
        subprocess.run([*install, "--disable-pip-version-check", str(wheel)], check=True)
        # Everything but the kernel comes from here: what is tried is the wheel, not what the package index has today.
        borrowed = [sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), str(ROOT)]
        (packages / "borrowed.pth").write_text("\n".join(dict.fromkeys(borrowed)) + "\n", encoding="utf-8")
        environment = {name: value for name, value in os.environ.items() if name != "FUJIKORO_ACCELERATOR"}
        subprocess.run([str(python), "-c", USES_IT], check=True, env=environment, cwd=folder)


def main(arguments: Sequence[str] | None = None) -> int:
    """Build and try; 1 when either fails."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--into", type=Path, default=ROOT / "dist", help="where the wheel comes; dist/ unless named"
    )
    asked = parser.parse_args(arguments)
    try:
        wheel = built(asked.into)
        tried(wheel)
    except subprocess.CalledProcessError as failure:
        what = (
            "the wheel was not built" if "wheel" in failure.cmd else "the wheel was built, and does not work"
        )
        print(f"{what}: see above", file=sys.stderr)
        return 1
    print(wheel)
    return 0


if __name__ == "__main__":
    sys.exit(main())
