#!/bin/sh
# Reports how long `cargo check` takes beyond the dependencies: per query (500 generated ones), and for a model of 1,000
# columns with one query over it. Needs nothing but cargo; writes below target/check_time.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
work="${CARGO_TARGET_DIR:-$root/target}/check_time"
export CARGO_TARGET_DIR="$work/target"
export CARGO_INCREMENTAL=0
export PROTOC="${PROTOC:-$root/tools/protoc}"
mkdir -p "$work"
rustc --edition 2024 -o "$work/generate" "$root/benches/check_time/generate.rs"

crate() {
    rm -rf "$work/$1"
    mkdir -p "$work/$1"
    "$work/generate" "$work/$1" "$1"
    cat >"$work/$1/Cargo.toml" <<TOML
[package]
name = "check_time_$1"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
incql = { path = "$root", default-features = false }
TOML
    cp "$root/Cargo.lock" "$work/$1/Cargo.lock"
}

# The fastest of three checks of the crate alone, in milliseconds.
milliseconds() {
    cargo check --quiet --manifest-path "$work/$1/Cargo.toml"
    best=
    for _ in 1 2 3; do
        touch "$work/$1/src/lib.rs"
        start=$(date +%s%N)
        cargo check --quiet --manifest-path "$work/$1/Cargo.toml"
        took=$((($(date +%s%N) - start) / 1000000))
        if [ -z "$best" ] || [ "$took" -lt "$best" ]; then best=$took; fi
    done
    echo "$best"
}

for kind in base queries wide; do crate "$kind"; done
base=$(milliseconds base)
queries=$(milliseconds queries)
wide=$(milliseconds wide)
echo "two small models, no query:        $base ms"
echo "and 500 queries:                   $queries ms"
echo "per query:                         $(((queries - base) * 1000 / 500)) us"
echo "and a model of 1,000 columns:      $wide ms ($((wide - base)) ms for it)"
