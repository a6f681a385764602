/** Ctrl + Enter, and ⌘ + Enter on a Mac: by the key itself, so that it is the same on every layout. */
export function isSendKey(event: {
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  repeat: boolean;
}): boolean {
  const enter = event.code === 'Enter' || event.code === 'NumpadEnter';
  return enter && (event.ctrlKey || event.metaKey) && !event.repeat;
}
