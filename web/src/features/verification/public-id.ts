const ID = /^[a-z0-9]{16}$/;

/** The id out of what a person typed or pasted: with blanks, in capitals, or the whole link. Null when it is none. */
export function readPublicId(text: string): string | null {
  const link = /\/verify\/([a-z0-9]{16})(?![a-z0-9])/i.exec(text.replace(/\s/g, ''));
  const id = (link?.[1] ?? text.replace(/[\s\-·]/g, '')).toLowerCase();
  return ID.test(id) ? id : null;
}
