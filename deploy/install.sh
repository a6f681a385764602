#!/bin/sh
# Puts an artefact of `npm run artefact` in its place: sh install.sh ARTEFACT. Run it as root. Each version keeps a folder
# of its own, and /opt/kelisim is a link to the one that starts next; to go back, set the link back.
# DESTDIR puts it all below another folder, as packagers know it; the user is then not made.
set -eu
artefact=${1:?Usage: sh install.sh ARTEFACT}
root=${DESTDIR:-}
refuse() {
  echo "$1" >&2
  exit 1
}

if [ -e "$artefact.sha256" ]; then
  [ "$(cut -d ' ' -f 1 "$artefact.sha256")" = "$(sha256sum < "$artefact" | cut -d ' ' -f 1)" ] ||
    refuse "$artefact is not what $artefact.sha256 names: copy both again."
fi
name=$(tar -tzf "$artefact" | head -n 1 | cut -d / -f 1)
case $name in
  kelisim-*) ;;
  *) refuse "$artefact is no artefact of Kelisim." ;;
esac
[ "$(readlink "$root/opt/kelisim" || true)" != "$name" ] || refuse "$root/opt/kelisim is $name already."

if [ -z "$root" ] && ! getent passwd kelisim > /dev/null; then
  useradd --system --user-group --home-dir /var/lib/kelisim --shell /usr/sbin/nologin kelisim
fi
mkdir -p "$root/opt" "$root/etc/kelisim/trust" "$root/var/lib" "$root/var/backups"
for folder in "$root/var/lib/kelisim" "$root/var/backups/kelisim"; do
  mkdir -p -m 0750 "$folder"
  if [ -z "$root" ]; then chown kelisim:kelisim "$folder"; fi
done
rm -rf "$root/opt/$name"
tar -xzf "$artefact" -C "$root/opt" --no-same-owner
"$root/opt/$name/bin/node" --version > /dev/null || refuse "The Node of $name does not run on this machine."
ln -sfn "$name" "$root/opt/kelisim"
echo "$root/opt/kelisim is $name"
