#!/bin/sh
# Finds Lua's source for the build, as Debian packages it: bot/lua compiles it into koth.
#
#   scripts/lua.sh          fetch what is missing, write .deps/lua.mk and .deps/lua.env
#   scripts/lua.sh --force  the same from the start
#
# The source package lua5.4 of this system's own suite (5.4.4 on Debian 12) is downloaded into .deps
# by apt, which verifies it by the system's keys, and unpacked there with Debian's fixes of its C files.
# It needs no root and no lines deb-src, and touches nothing installed. An installed Lua is not
# used: bot/lua must compile it in its own way (doc.go says why).
#
# .deps/lua.mk is for make (include it after v8.mk), .deps/lua.env for a shell (source it after
# v8.env). Both set CGO_CFLAGS and add lua to KOTH_TAGS. When Lua cannot be had, the script says
# why in one line, removes both files and exits with 1; the build then has no bots in Lua.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
deps=$root/.deps
tree=$deps/lua

die() {
	echo "lua.sh: $*" >&2
	rm -f "$deps/lua.mk" "$deps/lua.env"
	exit 1
}

# The flags hold absolute paths: a checkout that was moved starts again.
if [ "${1:-}" != --force ] && [ -f "$deps/lua.mk" ] && [ "$deps/lua.mk" -nt "$0" ] && [ "$(cat "$deps/lua.root" 2>/dev/null)" = "$root" ]; then
	exit 0
fi

helper=/usr/lib/apt/apt-helper # unpacks whatever apt can
for tool in gcc apt-get dpkg tar "$helper"; do
	command -v "$tool" >/dev/null || die "no $tool here (Lua's source comes from Debian's packages and needs gcc)"
done
case $root in *[\'\"]*) die "the path $root has a quote, which compiler flags cannot carry" ;; esac

mkdir -p "$deps"
work=$(mktemp -d "$deps/lua.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p etc/sources.list.d lists/partial archives/partial source

# The system's sources, as sources of source packages; of others too if the program patch is missing.
kinds=deb-src
command -v patch >/dev/null || kinds="deb deb-src"
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
	if [ ! -f "$list" ]; then continue; fi
	for kind in $kinds; do
		sed -n "/cdrom:/d; s/^[[:space:]]*deb[[:space:]]/$kind /p" "$list" >>etc/sources.list
	done
done
for list in /etc/apt/sources.list.d/*.sources; do
	if [ -f "$list" ]; then sed 's/^[Tt]ypes:.*/Types: '"$kinds/" "$list" >"etc/sources.list.d/${list##*/}"; fi
done

apt() { # apt ARGUMENT...: apt-get with these sources, and only what is signed
	# Downloads are unsandboxed as root, which apt would complain of.
	apt-get -qq -o Dir::Etc::SourceList="$work/etc/sources.list" -o Dir::Etc::SourceParts="$work/etc/sources.list.d" \
		-o Dir::State::Lists="$work/lists" -o Dir::Cache="$work" -o APT::Sandbox::User=root \
		-o APT::Get::AllowUnauthenticated=false -o Acquire::AllowInsecureRepositories=false "$@"
}
# Other sources than Debian's may have no source packages; what matters is whether lua5.4 is found.
apt update >log 2>&1 || true
(cd source && apt source --download-only --only-source lua5.4) >>log 2>&1 ||
	die "this system's sources give no source package lua5.4: $(grep '^[EW]:' log | grep -v 'Skipping acquire' | head -n 1)"
if [ "$kinds" != deb-src ]; then
	apt download patch >>log 2>&1 && dpkg -x patch_*.deb patch || die "the program patch is missing and cannot be had"
	PATH=$work/patch/usr/bin:$PATH
fi

dsc=$(echo source/lua5.4_*.dsc)
version=${dsc#source/lua5.4_} # Debian's
version=${version%.dsc}
upstream=${version%-*}
case $upstream in
5.4.[0-2]) die "this system's sources have Lua $upstream; it must be 5.4.3 or a later 5.4" ;;
5.4.*) ;;
*) die "this system's sources have $dsc, which is no Lua 5.4" ;;
esac

unpack() { "$helper" cat-file "$1" >archive.tar && tar -x -f archive.tar --no-same-owner "$2" "$3"; }
mkdir lua
unpack source/lua5.4_*.orig.tar.[gx]z --strip-components=1 --directory=lua || die "Lua's source package cannot be unpacked"
unpack source/lua5.4_*.debian.tar.[gx]z --directory=. debian/patches || die "Debian's fixes of Lua cannot be unpacked"

# Those of Debian's patches that are about C files alone are fixes; the others install things
# where Debian has them.
fixes=
while read -r name _; do
	case $name in '' | '#'*) continue ;; esac
	if ! grep '^+++ ' "debian/patches/$name" | grep -qv '^+++ [^/]*/src/[a-z0-9]*\.c\>'; then
		patch -s -f -d lua -p1 <"debian/patches/$name" >&2 || die "Debian's patch $name does not apply to Lua $upstream"
		fixes="$fixes $name"
	fi
done <debian/patches/series

# The folder's name has the version, so that Go compiles again when it changes.
rm -rf "$tree"
mkdir -p "$tree"
mv lua/src "$tree/$version"
include=$tree/$version

# cgo takes a flag in single quotes as one, spaces and all. -g -O2 is what Go has without CGO_CFLAGS.
cflags="-g -O2 '-I$include'"
cat >try.c <<'C'
#include "lua.h"
int main(void) { return LUA_VERSION_NUM != 504; }
C
eval "gcc $cflags -o try try.c" && ./try || die "a program with $include/lua.h does not build or run"

{
	echo "export CGO_CFLAGS := $cflags"
	echo 'KOTH_TAGS := $(if $(KOTH_TAGS),$(KOTH_TAGS)$(comma))lua'
} >"$deps/lua.mk"
{
	echo "export CGO_CFLAGS=\"$cflags\""
	echo 'export KOTH_TAGS="${KOTH_TAGS:+$KOTH_TAGS,}lua"'
} >"$deps/lua.env"
echo "$root" >"$deps/lua.root"
echo "lua.sh: Lua $upstream (Debian's $version${fixes:+, with$fixes})" >&2
