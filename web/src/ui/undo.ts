import { errorText } from '../platform/error-text.ts';
import { textOf } from '../platform/i18n.ts';
import { toasts } from './toasts.ts';

/** Long enough to read what has happened and to think better of it; under the pointer or the focus it stands still. */
export const UNDO_MS = 8_000;

/** What Ctrl Z takes back, the newest last. */
let offered: (() => Promise<void>)[] = [];

/**
 * Says that a deed is done, and offers to take it back: by the button, or by Ctrl Z. The deed is done and stays done when
 * the page is closed; `takeBack` is another one. docs/undo.md lists which deed undoes which.
 */
export function offerUndo(message: string, takeBack: () => Promise<unknown>): void {
  const undo = async () => {
    toasts.close(id);
    try {
      await takeBack();
      toasts.success(textOf('ui', 'undo.done'));
    } catch (error) {
      toasts.error(errorText(error), { title: textOf('ui', 'undo.failed') });
    }
  };
  const id = toasts.success(message, {
    timeout_ms: UNDO_MS,
    action: { label: textOf('ui', 'undo.deed'), keys: 'Control+Z', run: () => void undo() },
    onPhase: (phase) => {
      if (phase === 'closing') offered = offered.filter((one) => one !== undo);
    },
  });
  if (offered.length === 0) addEventListener('keydown', onKey);
  offered.push(undo);
}

function onKey(event: KeyboardEvent): void {
  const undo = offered.at(-1);
  if (!undo) return removeEventListener('keydown', onKey);
  const isUndo = event.code === 'KeyZ' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
  if (!isUndo || isTaken(event.target)) return;
  event.preventDefault();
  void undo();
}

/** A dialog that is open has the keys, and whoever types takes back what they typed. */
const isTaken = (target: EventTarget | null): boolean =>
  document.querySelector('[role="dialog"]') !== null ||
  (target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox])')));
