import { whenWhole } from '../platform/load-part.ts';

const SETTLE_MS = 500;

/**
 * A new page comes into sight as a whole: once what it first asks for is there, or soon after at the latest, with the bones
 * of what is still missing. So nothing that comes late pushes what somebody already reads.
 */
export function settle(): () => void {
  const { dataset } = document.documentElement;
  dataset['settling'] = '';
  const giveUp = whenWhole(end);
  const late = setTimeout(end, SETTLE_MS);
  function end() {
    giveUp();
    clearTimeout(late);
    delete dataset['settling'];
  }
  return end;
}
