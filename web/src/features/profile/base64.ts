/** Bytes as base64, for files of some kilobytes. */
export async function toBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

export function fromBase64(text: string): Blob {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  return new Blob([bytes], { type: 'application/x-pkcs12' });
}
