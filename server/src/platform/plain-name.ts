/** Returns a company's name for a message, without anything that could become a link (attack A-14). */
export function plainName(name: string): string {
  return name
    .replace(/[\r\n]+/g, ' ')
    .replace(/:?\/\/+/g, ' ')
    .replace(/\.(?=\S)/g, '. ')
    .slice(0, 80)
    .trim();
}
