#!/usr/bin/env bash
# Installs code-server 4.100.3 (VS Code 1.100.3, the newest that runs on Node 20) into a folder, from npm alone.
# usage: install-code-server.sh DIR
# Debian packages it wants: build-essential python3 pkg-config libkrb5-dev ripgrep
set -euo pipefail
version=4.100.3
dir=${1:?usage: install-code-server.sh DIR}
mkdir -p "$dir"
cd "$dir"
if [ "$(cat installed 2>/dev/null || true)" = "$version" ]; then exit 0; fi
echo '{"private":true}' > package.json

# The postinstall scripts of code-server download from outside npm, so nothing runs but what is called here.
export npm_config_audit=false npm_config_fund=false npm_config_loglevel=error
npm install "code-server@$version" --ignore-scripts
vscode="$dir/node_modules/code-server/lib/vscode"
(cd "$vscode" && npm install --omit=dev --ignore-scripts)
(cd "$vscode/extensions" && npm install --omit=dev --ignore-scripts)

# The search binary: the system's in place of a download.
mkdir -p "$vscode/node_modules/@vscode/ripgrep/bin"
ln -sf "$(command -v rg)" "$vscode/node_modules/@vscode/ripgrep/bin/rg"

# Native modules, built with the node-gyp that comes with npm, against this Node's own headers where they are installed.
gyp="$(npm root -g)/npm/node_modules/node-gyp/bin/node-gyp.js"
prefix="$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")"
headers=()
if [ -f "$prefix/include/node/node.h" ]; then headers=("--nodedir=$prefix"); export npm_config_nodedir="$prefix"; fi
for module in @vscode/spdlog native-watchdog node-pty kerberos; do
  log="$dir/build-$(basename "$module").log"
  if ! (cd "$vscode/node_modules/$module" && node "$gyp" rebuild "${headers[@]}" -j max > "$log" 2>&1); then
    echo "building $module failed:" >&2
    tail -n 20 "$log" >&2
    exit 1
  fi
done
npm_config_build_from_source=true npm rebuild argon2

# What code-server's own postinstall does after that.
ln -sfn node_modules "$vscode/node_modules.asar"
ln -sf code-linux.sh "$vscode/bin/remote-cli/code-server"
ln -sf browser-linux.sh "$vscode/bin/helpers/browser.sh"
node "$dir/node_modules/code-server/out/node/entry.js" --version
echo "$version" > installed
