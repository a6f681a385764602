/** Hands a file to the person, under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  openDownload(address, name);
  // The browser reads it after this turn; freeing it at once would break the download in Safari.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Lets the browser fetch a file by its address, so that a large one never lies in the page. */
export function openDownload(href: string, download = ''): void {
  const link = Object.assign(document.createElement('a'), { href, download });
  document.body.append(link);
  link.click();
  link.remove();
}
