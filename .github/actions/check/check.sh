#!/usr/bin/env bash
# Runs `templens check` with the inputs of the action, which come as variables so that none is taken for shell code.
set -euo pipefail
# TEMPLENS names another program, for tests.
read -ra templens <<< "${TEMPLENS:-npx --yes templens@${INPUT_VERSION:-latest}}"
options=(--format github --fail-on "${INPUT_FAIL_ON:-warning}")
if [ -n "${INPUT_SINCE:-}" ]; then options+=("--since=$INPUT_SINCE"); fi
mapfile -t paths < <(printf '%s\n' "${INPUT_PATHS:-.}" | grep -v '^\s*$')
exec "${templens[@]}" check "${options[@]}" -- "${paths[@]}"
