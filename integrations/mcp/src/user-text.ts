const MOST_CHARACTERS = 1000;
/** What a person does not see but a model reads: controls, marks of direction, tags, variation selectors. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]/gu;

/**
 * Texts that people wrote, perhaps of another company. They stand apart from what the product says, under `user_text`,
 * so that an assistant is told once what they are; empty ones are left out.
 */
export function userText(texts: Record<string, string | null | undefined>): Record<string, string> {
  const kept = Object.entries(texts).filter((one): one is [string, string] => Boolean(one[1]));
  return Object.fromEntries(kept.map(([name, text]) => [name, clean(text)]));
}

function clean(text: string): string {
  const seen = text.replaceAll(UNSEEN, (mark) => (mark === '\n' || mark === '\t' ? mark : ''));
  return seen.length > MOST_CHARACTERS ? `${seen.slice(0, MOST_CHARACTERS)}… (cut)` : seen;
}
