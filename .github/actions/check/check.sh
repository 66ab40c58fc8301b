#!/usr/bin/env bash
# Runs `templens check` with the inputs of the action, which come as variables so that none is taken for shell code.
# Runs on bash 3.2, which macOS has.
set -euo pipefail
# TEMPLENS names another program, for tests.
read -ra templens <<< "${TEMPLENS:-npx --yes templens@${INPUT_VERSION:-latest}}"
options=(--format github --fail-on "${INPUT_FAIL_ON:-warning}")
if [ -n "${INPUT_SINCE:-}" ]; then options+=("--since=$INPUT_SINCE"); fi
paths=()
while IFS= read -r path; do
  if [[ $path = *[![:space:]]* ]]; then paths+=("$path"); fi
done <<< "${INPUT_PATHS:-}"
if [ ${#paths[@]} -eq 0 ]; then paths=(.); fi
exec "${templens[@]}" check "${options[@]}" -- "${paths[@]}"
