import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../test/temporary-folder.ts';

export interface SignedMessage {
  secret: string;
  headers: Record<string, string>;
  body: string;
}

/** Reads messages in lines of JSON; says of each whether it is verified, and whether it is when it is bent. */
const SCRIPT = `
import json, sys
from datetime import datetime
import standardwebhooks.webhooks as library

class Then(datetime):
    moment = 0
    @classmethod
    def now(cls, tz=None):
        return datetime.fromtimestamp(cls.moment, tz)

library.datetime = Then
verified = refused = 0
for line in sys.stdin:
    message = json.loads(line)
    # The clock of the trial is days ahead of the library's.
    Then.moment = int(message["headers"]["webhook-timestamp"])
    webhook = library.Webhook(message["secret"])
    verified += webhook.verify(message["body"], message["headers"]) is not None
    try:
        webhook.verify(message["body"].replace("evt", "evx"), message["headers"])
    except library.WebhookVerificationError:
        refused += 1
print(json.dumps({"verified": verified, "bent_refused": refused}))
`;

/**
 * Verifies messages with the official library of PyPI, installed into a folder of its own outside of the checkout.
 * Returns why it could not be tried where there is no Python or no registry.
 */
export function verifyInPython(
  messages: readonly SignedMessage[],
): { verified: number; bent_refused: number } | { skipped: string } {
  const folder = makeTemporaryFolder('kelisim-python-');
  const run = (command: string, words: string[], input = '') =>
    spawnSync(command, words, { input, encoding: 'utf8', cwd: folder, timeout: 120_000 });
  try {
    if (run('python3', ['-m', 'venv', 'venv']).status !== 0) return { skipped: 'there is no Python' };
    const python = join(folder, 'venv', 'bin', 'python');
    const installed = run(python, ['-m', 'pip', 'install', '-q', 'standardwebhooks==1.1.0']);
    if (installed.status !== 0) return { skipped: 'standardwebhooks of PyPI could not be installed' };
    const lines = messages.map((message) => JSON.stringify(message)).join('\n');
    const { status, stdout, stderr } = run(python, ['-c', SCRIPT], lines);
    if (status !== 0) throw new Error(`Python could not verify: ${stderr}`);
    return JSON.parse(stdout) as { verified: number; bent_refused: number };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
