import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/**
 * Runs `npm run verify-restore` with the settings of this process, which records what came of it. In a process of its
 * own, below all others: a whole product is unpacked and checked, and people must not feel it. Returns its last words.
 */
export async function tryRestoreApart(signal: AbortSignal): Promise<string> {
  const program = fileURLToPath(new URL('cli/verify-restore.ts', import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'ignore', 'pipe'] });
  const end = () => void child.kill();
  signal.addEventListener('abort', end, { once: true });
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  try {
    const [[code], said] = await Promise.all([once(child, 'close'), text(child.stderr)]);
    return said.trim().slice(-300) || `it ended with ${code}`;
  } finally {
    signal.removeEventListener('abort', end);
  }
}
