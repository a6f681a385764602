/** `URL.canParse`, which browsers that people still have do not know (decisions 0065). */
export function isUrl(text: string, base?: string): boolean {
  try {
    return Boolean(new URL(text, base));
  } catch {
    return false;
  }
}
