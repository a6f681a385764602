#!/bin/sh
# Puts an artefact of `npm run artefact` in its place: sh install.sh ARTEFACT. Run it as root. Each version keeps a folder
# of its own, and /opt/kelisim is a link to the one that starts next; to go back, set the link back.
# DESTDIR puts it all below another folder, as packagers know it; the user is then not made.
set -eu
artefact=${1:?Usage: sh install.sh ARTEFACT}
root=${DESTDIR:-}
name=$(basename "$artefact" .tar.gz)

if [ -z "$root" ] && ! getent passwd kelisim > /dev/null; then
  useradd --system --user-group --home-dir /var/lib/kelisim --shell /usr/sbin/nologin kelisim
fi
mkdir -p "$root/opt" "$root/etc/kelisim/trust"
mkdir -p -m 0750 "$root/var/lib/kelisim"
if [ -z "$root" ]; then chown kelisim:kelisim /var/lib/kelisim; fi
rm -rf "$root/opt/$name"
tar -xzf "$artefact" -C "$root/opt" --no-same-owner
ln -sfn "$name" "$root/opt/kelisim"
"$root/opt/kelisim/bin/node" --version > /dev/null
echo "$root/opt/kelisim is $name"
