export type Locale = 'ru' | 'kz';
/** `feature:a.b` of `shared/src/texts`. */
export type TextKey = `${string}:${string}`;
type Tree = { readonly [key: string]: string | Tree };

const files = new Map<string, Promise<{ default: Tree }>>();

/**
 * How a text of the product looks on the screen: whatever stands in its `{{…}}`, and with the number that links and
 * headings of lists carry behind it. Throws when there is no such text.
 */
export async function wordsOf(locale: Locale, key: TextKey): Promise<RegExp> {
  const [feature = '', path = ''] = key.split(':');
  const file = new URL(`../shared/src/texts/${locale}/${feature}.ts`, import.meta.url).href;
  if (!files.has(file)) files.set(file, import(file) as Promise<{ default: Tree }>);
  let found: string | Tree | undefined = (await files.get(file)!).default;
  for (const part of path.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  if (typeof found !== 'string') throw new Error(`There is no text ${key} in ${locale}`);
  const escaped = found.replaceAll(/[.*+?^$()[\]\\|]/g, String.raw`\$&`).replaceAll(/\{\{\w+\}\}/g, '.+');
  return new RegExp(String.raw`^${escaped}[\s\d+]*$`);
}
