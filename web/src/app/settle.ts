import { isAwaiting } from '../platform/load-part.ts';

const SETTLE_MS = 500;

/**
 * A new page comes into sight as a whole: once what it first asks for is there, or soon after at the latest, with the bones
 * of what is still missing. So nothing that comes late pushes what somebody already reads.
 */
export function settle(): () => void {
  const { dataset } = document.documentElement;
  let quiet = 0;
  dataset['settling'] = '';
  // What a part asks for when it has come is asked in the turn after.
  const poll = setInterval(() => {
    quiet = isAwaiting() ? 0 : quiet + 1;
    if (quiet > 1) end();
  }, 16);
  const late = setTimeout(end, SETTLE_MS);
  function end() {
    clearInterval(poll);
    clearTimeout(late);
    delete dataset['settling'];
  }
  return end;
}
