/** Hands a file to the person, under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads it after this turn; freeing it at once would break the download in Safari.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
