import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PlainConverter } from '../fair-converter.ts';
import { CONVERSION_TIMEOUT_MS, ConversionFailed } from '../docx-to-pdf.ts';

/** Where installers put it when it is not on the path. */
const USUAL_PLACES = [
  '/usr/bin/soffice',
  '/usr/local/bin/soffice',
  '/opt/libreoffice/program/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
  'C:\\Program Files\\LibreOffice\\program\\soffice.exe',
];
/** The program takes a second to start and a tenth for each file, so those that wait go together. */
export const TOGETHER = 20;
const FACES = ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic'];

/** The `soffice` of this machine, or null. */
export function findSoffice(path = process.env.PATH ?? ''): string | null {
  const onPath = path.split(delimiter).map((folder) => join(folder, 'soffice'));
  return [...onPath, ...USUAL_PLACES].find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

interface Job {
  docx: Uint8Array;
  /** Alone, after a run with others went wrong: then it is known whose fault it was. */
  alone: boolean;
  resolve(pdf: Uint8Array): void;
  reject(error: unknown): void;
}

/** LibreOffice of the machine, one run at a time in a settings folder of its own; each run is killed after 20 s. */
export function sofficeConverter(
  program: string,
  { timeout_ms = CONVERSION_TIMEOUT_MS }: { timeout_ms?: number } = {},
): PlainConverter {
  const queue: Job[] = [];
  const ending = new AbortController();
  let home: Promise<string> | null = null;
  let running: Promise<void> | null = null;

  function pump(): void {
    if (running || queue.length === 0) return;
    running = runSome(takeSome(queue))
      .catch(() => undefined)
      .finally(() => {
        running = null;
        pump();
      });
  }

  async function runSome(jobs: Job[]): Promise<void> {
    home ??= makeHome();
    try {
      const place = await home;
      const folder = await mkdtemp(join(place, 'run-'));
      const names = jobs.map((_, index) => join(folder, `${index}.docx`));
      await Promise.all(jobs.map((job, index) => writeFile(names[index]!, job.docx)));
      const end = await runProgram(program, place, folder, names, { timeout_ms, signal: ending.signal });
      for (const [index, job] of jobs.entries()) {
        const pdf = await readFile(join(folder, `${index}.pdf`)).catch(() => null);
        if (pdf) job.resolve(new Uint8Array(pdf));
        else if (job.alone || jobs.length === 1)
          job.reject(new ConversionFailed(end === 'done' ? 'broken' : end));
        else queue.unshift({ ...job, alone: true });
      }
      await rm(folder, { recursive: true, force: true });
    } catch (error) {
      for (const job of jobs) job.reject(new ConversionFailed('crash', error));
    }
  }

  return {
    convert: (docx) =>
      new Promise((resolve, reject) => {
        if (ending.signal.aborted) return reject(new ConversionFailed('closed'));
        queue.push({ docx, alone: false, resolve, reject });
        pump();
      }),
    async close() {
      for (const job of queue.splice(0)) job.reject(new ConversionFailed('closed'));
      ending.abort();
      await running;
      if (home) await rm(await home, { recursive: true, force: true });
    },
  };
}

function takeSome(queue: Job[]): Job[] {
  if (queue[0]!.alone) return queue.splice(0, 1);
  const next = queue.findIndex((job) => job.alone);
  return queue.splice(0, Math.min(TOGETHER, next < 0 ? queue.length : next));
}

/** A settings folder of our own, with the faces of our own papers in it: two runs in one folder disturb each other. */
async function makeHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'kelisim-soffice-'));
  const fonts = join(home, 'settings', 'user', 'fonts');
  await mkdir(fonts, { recursive: true });
  const require = createRequire(import.meta.url);
  for (const face of FACES) {
    const path = require.resolve(`@expo-google-fonts/noto-sans/${face}/NotoSans_${face}.ttf`);
    await copyFile(path, join(fonts, basename(path)));
  }
  return home;
}

function runProgram(
  program: string,
  home: string,
  folder: string,
  files: string[],
  { timeout_ms, signal }: { timeout_ms: number; signal: AbortSignal },
): Promise<'done' | 'timeout' | 'crash' | 'closed'> {
  return new Promise((resolve) => {
    const settings = pathToFileURL(join(home, 'settings')).href;
    const options = ['--headless', '--norestore', '--nologo', '--nodefault', '--nolockcheck'];
    const child = spawn(
      program,
      [`-env:UserInstallation=${settings}`, ...options, '--convert-to', 'pdf', '--outdir', folder, ...files],
      {
        stdio: 'ignore',
        // The program is a script that starts another one; both are in a group of their own.
        detached: process.platform !== 'win32',
        env: { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', SystemRoot: process.env.SystemRoot },
      },
    );
    let ended: 'timeout' | 'closed' | null = null;
    const kill = (reason: 'timeout' | 'closed') => {
      ended = reason;
      killGroup(child.pid);
    };
    const onAbort = () => kill('closed');
    const timer = setTimeout(() => kill('timeout'), timeout_ms);
    signal.addEventListener('abort', onAbort);
    const finish = (how: 'done' | 'crash') => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve(ended ?? how);
    };
    child.on('error', () => finish('crash'));
    child.on('exit', (code) => finish(code === 0 ? 'done' : 'crash'));
    if (signal.aborted) onAbort();
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}
