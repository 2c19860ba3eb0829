#!/bin/sh
# Finds V8 for the build, as Debian packages it: libnode and its headers.
#
#   scripts/v8.sh          install or unpack what is missing, write .deps/v8.mk and .deps/v8.env
#   scripts/v8.sh --force  the same from the start
#
# If libnode-dev is installed, or can be (as root), that is used. Else its packages are downloaded
# and unpacked into .deps/v8 of the project: an ordinary user can do that, it works beside a nodejs
# from elsewhere (with which libnode-dev refuses to be installed), and it touches nothing installed.
#
# .deps/v8.mk is for make (include it), .deps/v8.env for a shell (source it). Both set
# CGO_CXXFLAGS, CGO_LDFLAGS and KOTH_TAGS=v8. When V8 cannot be had, the script says why in one
# line, removes both files and exits with 1; the build then uses QuickJS.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
deps=$root/.deps
tree=$deps/v8

die() {
	echo "v8.sh: $*" >&2
	rm -f "$deps/v8.mk" "$deps/v8.env"
	exit 1
}

# The flags hold absolute paths: a checkout that was moved starts again.
if [ "${1:-}" != --force ] && [ -f "$deps/v8.mk" ] && [ "$deps/v8.mk" -nt "$0" ] && [ "$(cat "$deps/v8.root" 2>/dev/null)" = "$root" ]; then
	exit 0
fi

for tool in g++ apt-get apt-cache dpkg; do
	command -v "$tool" >/dev/null || die "no $tool here (V8 comes from Debian's packages and needs g++)"
done
case $root in *[\'\",]*) die "the path $root has a quote or a comma, which linker flags cannot carry" ;; esac

mkdir -p "$deps"
work=$(mktemp -d "$deps/v8.XXXXXX")
trap 'rm -rf "$work"' EXIT

# Package lists: the system's, else lists of our own, which need no root.
apt_options=
apt() { # apt get|cache ARGUMENT...: with our lists where the system has none
	tool=apt-$1
	shift
	# shellcheck disable=SC2086 # the options have no spaces in their values
	(cd "$work" && "$tool" -qq $apt_options "$@")
}
have_candidate() { apt cache policy libnode-dev 2>/dev/null | grep -q 'Candidate: [^(]'; }
if ! have_candidate; then
	if [ "$(id -u)" = 0 ]; then
		apt-get -qq update || die "apt-get update failed, so there are no package lists"
	else
		mkdir -p "$work/lists/partial" "$work/archives/partial"
		apt_options="-o Dir::State::Lists=./lists -o Dir::Cache=./"
		apt get update || die "apt-get update failed, so there are no package lists"
	fi
	have_candidate || die "this system's packages have no libnode-dev"
fi

installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

fetch() { # fetch PACKAGE...: download and unpack into the new tree
	# Downloads are unsandboxed as root, which apt would complain of.
	apt get -o APT::Sandbox::User=root download "$@" >&2 || die "apt-get download $* failed"
	for deb in "$work"/*.deb; do
		dpkg -x "$deb" "$work/tree"
		rm "$deb"
	done
}

if ! installed libnode-dev && [ "$(id -u)" = 0 ] && apt-get -qq --simulate install --no-install-recommends libnode-dev >/dev/null 2>&1; then
	DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends libnode-dev >&2 || die "apt-get install libnode-dev failed"
fi
if installed libnode-dev; then
	header=$(dpkg -L libnode-dev | grep '/v8\.h$' | head -n 1)
	[ -n "$header" ] || die "libnode-dev is installed, but has no v8.h"
	include=${header%/v8.h}
	lib=
else
	library=$(apt cache depends libnode-dev | sed -n 's/^ *Depends: \(libnode[0-9][0-9a-z]*\)$/\1/p' | head -n 1)
	[ -n "$library" ] || die "cannot tell which library libnode-dev belongs to"
	fetch libnode-dev "$library"
	so=$(find "$work/tree" -name 'libnode.so.*' -type f | head -n 1)
	[ -n "$so" ] || die "$library has no libnode.so"
	dir=$(dirname "$so")
	missing() { LD_LIBRARY_PATH=$dir ldd "$so" | grep -q 'not found'; }
	if missing; then # the libraries it needs, those that are not installed
		for package in $(apt cache depends "$library" | sed -n 's/^ *Depends: \(lib[0-9a-z.+-]*\)$/\1/p'); do
			installed "$package" || fetch "$package"
		done
		! missing || die "still not found: $(LD_LIBRARY_PATH=$dir ldd "$so" | sed -n 's/ => not found//p' | tr -d '\n\t' | sed 's/\.so/&/g')"
	fi
	header=$(find "$work/tree" -name v8.h | head -n 1)
	[ -n "$header" ] || die "libnode-dev has no v8.h"
	rm -rf "$tree"
	mv "$work/tree" "$tree"
	include=$tree${header#"$work/tree"}
	include=${include%/v8.h}
	lib=$tree${dir#"$work/tree"}
fi

# cgo takes a flag in single quotes as one, spaces and all.
cxxflags="'-I$include'"
if [ -n "$lib" ]; then
	# The library's own needs are found beside it, by the rpath (not RUNPATH, which is not inherited).
	ldflags="'-L$lib' -lnode -Wl,--disable-new-dtags '-Wl,-rpath,$lib'"
else
	ldflags="-lnode"
fi

cat >"$work/try.cc" <<'CC'
#include <v8.h>
#include <cstdio>
int main() { puts(v8::V8::GetVersion()); }
CC
version=$(eval "g++ -std=c++17 $cxxflags -o '$work/try' '$work/try.cc' $ldflags" && "$work/try") || die "a program with $include/v8.h does not build or run"

{
	echo "export CGO_CXXFLAGS := $cxxflags"
	echo "export CGO_LDFLAGS := $ldflags"
	echo "KOTH_TAGS := v8"
} >"$deps/v8.mk"
{
	echo "export CGO_CXXFLAGS=\"$cxxflags\""
	echo "export CGO_LDFLAGS=\"$ldflags\""
	echo "export KOTH_TAGS=v8"
} >"$deps/v8.env"
echo "$root" >"$deps/v8.root"
echo "v8.sh: V8 $version (${lib:-installed})" >&2
