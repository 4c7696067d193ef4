#!/bin/sh
# Fill .venv from requirements.lock: `scripts/setup.sh runtime`, then `scripts/setup.sh dev`.
#
# PYTHON=/path/to/python picks the interpreter; else the first Python >= 3.12 that runs is taken.
# UV=/path/to/uv picks uv, UV= does without it. uv saves time; pip does the work without it.
set -eu
cd "$(dirname "$0")/.."

venv=.venv
python=$venv/bin/python
bootstrap=.venv-bootstrap
uv=${UV-uv}
[ -x $bootstrap/bin/uv ] && uv=$PWD/$bootstrap/bin/uv

say() { printf 'setup: %s\n' "$*" >&2; }

give_up() {
    say "no Python >= 3.12 with venv and ensurepip was found, and none could be fetched."
    say "Install one (on Debian and Ubuntu: python3 and python3-venv), or name it:"
    say "make setup PYTHON=/path/to/python"
    exit 1
}

have_uv() { [ -n "$uv" ] && "$uv" --version >/dev/null 2>&1; }

# A name on the PATH may be a pyenv shim that only prints an error: run it, do not look it up.
find_python() {
    for candidate in "${PYTHON:-python3.12}" python3.13 python3.14 python3 python \
        /usr/bin/python3; do
        if "$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 12))' \
            >/dev/null 2>&1; then
            echo "$candidate"
            return
        fi
        if [ -n "${PYTHON-}" ]; then
            say "PYTHON=$PYTHON is not Python >= 3.12 with venv and ensurepip; looking further."
            PYTHON=
        fi
    done
}

# Any older Python can bring uv, which can bring a newer Python.
fetch_uv() {
    for candidate in python3 python /usr/bin/python3; do
        if "$candidate" -m venv --clear $bootstrap >/dev/null 2>&1; then
            say "no Python >= 3.12 found; installing uv, which can fetch one"
            $bootstrap/bin/python -m pip install --quiet uv || give_up
            uv=$PWD/$bootstrap/bin/uv
            return
        fi
    done
    give_up
}

make_venv() {
    found=$(find_python)
    if [ -z "$found" ]; then
        have_uv || fetch_uv
        "$uv" venv --quiet --clear --python 3.12 $venv || give_up
    else
        "$found" -m venv --clear $venv
    fi
}

is_usable() {
    $python -c 'import sys; sys.exit(sys.version_info < (3, 12))' >/dev/null 2>&1 &&
        { have_uv || $python -m pip --version >/dev/null 2>&1; }
}

# uv is fast, but pip may be the one that is set up for this network.
install() {
    if have_uv && "$uv" pip install --quiet --python $python "$@"; then
        return
    fi
    $python -m pip install --quiet --disable-pip-version-check "$@"
}

case ${1-} in
runtime)
    is_usable || make_venv
    say "installing what planner needs into $venv"
    $python scripts/runtime_lock.py >$venv/runtime.lock
    install --require-hashes -r $venv/runtime.lock
    install --no-deps --no-build-isolation --editable .
    $python -m compileall -q planner  # or it starts slowly where Python may not keep bytecode
    ;;
dev)
    say "installing the development tools into $venv"
    install --require-hashes -r requirements.lock
    ;;
*)
    say "usage: scripts/setup.sh runtime|dev"
    exit 2
    ;;
esac
touch "$venv/.$1"
