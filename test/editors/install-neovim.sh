#!/usr/bin/env bash
# Unpacks the Neovim of a Debian suite, with its own libraries down to libc6, into a folder; the system stays as it is. An executable
# DIR/nvim starts it. DIR/installed holds the version; delete DIR to get the suite's current one.
# usage: install-neovim.sh DIR SUITE (trixie: Neovim 0.10; forky: 0.12 or newer)
# Needs nothing that a Debian does not have: apt, which checks the signature of the suite and the hash of each package, dpkg, and the keys
# of debian-archive-keyring.
set -euo pipefail
dir=${1:?usage: install-neovim.sh DIR SUITE}
suite=${2:?usage: install-neovim.sh DIR SUITE}
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
if [ -s "$dir/installed" ]; then exit 0; fi
rm -rf "$dir/apt" "$dir/root"
mkdir -p "$dir/apt/state/lists/partial" "$dir/apt/archives/partial" "$dir/root"
dir=$(cd "$dir" && pwd)

# To this apt nothing is installed, so it also fetches the libraries that the system has in older versions.
: > "$dir/apt/status"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" > "$dir/apt/sources.list"
apt=(apt-get -qq
  -o "Dir::State=$dir/apt/state" -o "Dir::State::status=$dir/apt/status"
  -o "Dir::Cache=$dir/apt" -o "Dir::Cache::archives=$dir/apt/archives"
  -o "Dir::Etc::sourcelist=$dir/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null
  -o Dir::Etc::preferences=/dev/null -o Dir::Etc::preferencesparts=/dev/null
  -o Acquire::Languages=none -o Acquire::Retries=3 -o APT::Sandbox::User=
  # A mirror may lag behind: the suite's file says that it is valid for a week.
  -o Acquire::Check-Valid-Until=false)
"${apt[@]}" update
"${apt[@]}" --yes --no-install-recommends --download-only install neovim
for package in "$dir"/apt/archives/*.deb; do dpkg -x "$package" "$dir/root"; done
version=$(dpkg-deb --field "$dir"/apt/archives/neovim_*.deb Version)

# The loader and the libraries come from the suite. LD_LIBRARY_PATH would also reach the language server, which is the system's Node.
loader=$(find "$dir/root" -name 'ld-linux*.so.*' -type f -print -quit)
libraries=$(dirname "$loader")
# Neovim takes the loader for itself, and looks for its parsers beside the folder that it is in.
cp "$loader" "$dir/root/usr/bin/loader"
cat > "$dir/nvim" << END
#!/bin/sh
export VIMRUNTIME='$dir/root/usr/share/nvim/runtime'
exec '$dir/root/usr/bin/loader' --library-path '$libraries' '$dir/root/usr/bin/nvim' "\$@"
END
chmod +x "$dir/nvim"
rm -rf "$dir/apt"
"$dir/nvim" --version
echo "$version" > "$dir/installed"
