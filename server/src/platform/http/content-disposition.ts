/** `Content-Disposition` after RFC 6266: a plain ASCII name and the real one in UTF-8 (RFC 8187). */
export function contentDisposition(name: string, inline: boolean): string {
  // Control and direction characters could fake another ending of the name.
  // A cut may fall into the middle of a letter of two units, which has no UTF-8.
  const clean = name
    .replace(/[\p{Cc}\p{Cf}"\\/]/gu, '_')
    .slice(0, 320)
    .toWellFormed();
  const ascii = clean.replace(/[^\x20-\x7e]/g, '_');
  const encoded = encodeURIComponent(clean).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
