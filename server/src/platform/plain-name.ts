/** The name of a company for a message: nothing in it may become an address that somebody taps on (attack A-14). */
export function plainName(name: string): string {
  return name
    .replace(/[\r\n]+/g, ' ')
    .replace(/:?\/\/+/g, ' ')
    .replace(/\.(?=\S)/g, '. ')
    .slice(0, 80)
    .trim();
}
