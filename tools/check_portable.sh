#!/usr/bin/env bash
# Writes the portable plans and runs a checker over them, which compares engines that this project did not write.
# Usage: tools/check_portable.sh CHECKER [OUT]; the checker is called as `PYTHON CHECKER OUT/plans OUT/data`.
# It is no part of CI: it needs Python with those engines (choose the interpreter with the variable PYTHON).
set -euo pipefail
if [ $# -lt 1 ]; then
    echo "usage: tools/check_portable.sh CHECKER [OUT]" >&2
    exit 2
fi
checker=$1
out=${2:-target/portable_plan}
cd "$(dirname "$0")/.."
rm -rf "$out/plans" "$out/data"
cargo run --quiet --example portable_plan -- "$out"
"${PYTHON:-python3}" "$checker" "$out/plans" "$out/data"
