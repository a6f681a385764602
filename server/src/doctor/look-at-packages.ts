import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ok, unknown, wrong, type Finding } from './finding.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PATIENCE_MS = 60_000;

const Report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
});

/** Asks npm's source of advisories about the packages of production; one that is out of reach is no fault. */
export async function lookAtPackages(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const text = await runAudit(env);
  const report = Report.safeParse(text === null ? null : parse(text));
  if (!report.success)
    return [
      unknown('The source of advisories (npm audit) cannot be reached: known holes were not looked for.'),
    ];
  const found = Object.entries(report.data.vulnerabilities);
  if (found.length === 0) return [ok('No known hole is in the packages of production.')];
  return found.map(([name, { severity, range }]) =>
    wrong(
      `The package ${name} has a known hole (${severity}, versions ${range}). Update Kelisim to a version without it; "npm audit --omit=dev" says more.`,
    ),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What npm prints, or null without npm. */
function runAudit(env: NodeJS.ProcessEnv): Promise<string | null> {
  const words = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=15000'];
  // Once a week npm looks for a newer npm beside; a source that answers that strangely would end it without a report.
  words.push('--no-update-notifier');
  const is_windows = process.platform === 'win32';
  const child = spawn(is_windows ? 'npm.cmd' : 'npm', words, {
    cwd: ROOT,
    env,
    shell: is_windows,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: PATIENCE_MS,
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((done) => {
    child.on('error', () => done(null));
    child.on('close', () => done(text));
  });
}
