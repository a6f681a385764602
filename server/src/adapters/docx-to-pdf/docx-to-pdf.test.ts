import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PATIENT } from '../../../test/patience.ts';
import { makeWordFile } from '../../../test/word-files.ts';
import { commandLineOf } from '../../platform/db/embedded/process-identity.ts';
import { createTypstPdf } from '../pdf/typst/typst-pdf.ts';
import type { PlainConverter } from './fair-converter.ts';
import { findDocxToPdf } from './find-docx-to-pdf.ts';
import { findSoffice, sofficeConverter } from './soffice/soffice-converter.ts';
import { hasWasmConverter, wasmConverter } from './wasm/wasm-converter.ts';

let converter: PlainConverter | null = null;
afterEach(async () => {
  await converter?.close();
  converter = null;
});

const told = async (word: string) => Buffer.from(await converter!.convert(Buffer.from(word))).toString();
const failure = (word: string) =>
  converter!.convert(Buffer.from(word)).then(
    () => 'done',
    (error: { reason?: string }) => error.reason,
  );

describe('a process for the converter', () => {
  const script = new URL('./wasm/convert-worker.fixture.ts', import.meta.url);

  test('takes one file after the other, and answers each its own', async () => {
    converter = wasmConverter({ script });
    const words = Array.from({ length: 20 }, (_, index) => `file ${index}`);
    const answers = await Promise.all(words.map(told));
    expect(answers.map((answer) => answer.split(' by ')[0])).toEqual(words);
    expect(new Set(answers.map((answer) => answer.split(' by ')[1])).size).toBe(1);
  });

  test('is ended when a file takes too long or brings it down, and the next file finds another', async () => {
    converter = wasmConverter({ script, timeout_ms: 300 });
    const before = await told('a');
    const [late, next] = await Promise.all([failure('hang'), told('b')]);
    expect(late).toBe('timeout');
    expect(next.split(' by ')[1]).not.toBe(before.split(' by ')[1]);
    expect(await failure('die')).toBe('crash');
    expect(await failure('refuse')).toBe('broken');
    expect((await told('c')).split(' by ')[0]).toBe('c');
  });

  test('goes before it has grown too large', async () => {
    converter = wasmConverter({ script });
    const before = await told('swell');
    expect((await told('a')).split(' by ')[1]).not.toBe(before.split(' by ')[1]);
  });

  test('that cannot start is tried once for each file, and not for ever', async () => {
    converter = wasmConverter({ script: new URL('./wasm/nowhere.ts', import.meta.url) });
    expect(await Promise.all([failure('a'), failure('b')])).toEqual(['crash', 'crash']);
  });

  test('that hangs in its start or at a file is ended, and the next file finds another', async () => {
    converter = wasmConverter({ script, still_ms: 2_000 });
    expect(await failure('sleep')).toBe('timeout');
    expect((await told('a')).split(' by ')[0]).toBe('a');
    await converter.close();
    converter = wasmConverter({
      script: new URL('./wasm/asleep.fixture.ts', import.meta.url),
      still_ms: 300,
    });
    expect(await failure('a')).toBe('crash');
  });

  test('ends with its server, also while it hangs', async (context) => {
    context.skip(
      process.platform === 'win32',
      'a process that hangs does not hear there that its server is gone',
    );
    const server = fork(new URL('./wasm/server.fixture.ts', import.meta.url));
    const [pid] = (await once(server, 'message')) as [number];
    expect(commandLineOf(pid)).toContain('convert-worker');
    server.kill('SIGKILL');
    await vi.waitFor(() => expect(commandLineOf(pid)).toBe(''), PATIENT);
  });

  test('is closed: what waits is told so, and nothing more is taken', async () => {
    converter = wasmConverter({ script });
    const waiting = [failure('hang'), failure('a')];
    await converter.close();
    expect(await Promise.all(waiting)).toEqual(['closed', 'closed']);
    expect(await failure('b')).toBe('closed');
  });
});

describe('LibreOffice of the machine', () => {
  /** A program that is called as LibreOffice is: it copies, refuses, or does not come to an end. */
  function program(): { path: string; remove(): void } {
    const folder = mkdtempSync(join(tmpdir(), 'soffice-'));
    const path = join(folder, 'soffice');
    writeFileSync(
      path,
      `#!/bin/sh
while [ "$1" != "--outdir" ]; do shift; done
out="$2"; shift 2
for file in "$@"; do
  if grep -q hang "$file"; then exec sleep 600; fi
  if grep -q refuse "$file"; then exit 1; fi
  cp "$file" "$out/$(basename "$file" .docx).pdf"
done
`,
      { mode: 0o755 },
    );
    return { path, remove: () => rmSync(folder, { recursive: true }) };
  }

  test('takes what waits together, and a file that spoils a run only its own', async (context) => {
    context.skip(process.platform === 'win32', 'the program of this test is a shell script');
    const { path, remove } = program();
    converter = sofficeConverter(path, { timeout_ms: 5_000 });
    const words = ['a', 'b', 'refuse', 'c', 'hang', 'd'];
    const answers = await Promise.all(
      words.map((word) => told(word).catch((error: { reason: string }) => error.reason)),
    );
    expect(answers).toEqual(['a', 'b', 'crash', 'c', 'timeout', 'd']);
    await converter.close();
    remove();
  });

  test('is found on the path, where it is', () => {
    const { path, remove } = program();
    expect(findSoffice(join(path, '..'))).toBe(path);
    remove();
  });
});

test('LibreOffice of npm never runs its user interface, with which it can deadlock', async (context) => {
  context.skip(process.platform !== 'linux' || !hasWasmConverter(), 'its threads are counted in /proc');
  const child = fork(new URL('./wasm/convert-worker.ts', import.meta.url), ['1536', '600000'], {
    execArgv: ['--liftoff-only'],
    stdio: 'ignore',
  });
  const [message] = (await once(child, 'message')) as unknown[];
  expect(message).toEqual({ ready: true });
  // Of each thread its name and the ticks of a processor that it has used: fields 2 and 14 of proc_pid_stat(5).
  const threads = readdirSync(`/proc/${child.pid}/task`).map((id) =>
    readFileSync(`/proc/${child.pid}/task/${id}/stat`, 'latin1'),
  );
  child.kill('SIGKILL');
  const ticks = threads
    .filter((stat) => stat.includes('(em-pthread'))
    .map((stat) => Number(stat.slice(stat.lastIndexOf(')')).split(' ')[12]));
  expect(ticks.length).toBeGreaterThanOrEqual(4);
  // Each reads the program and waits. The user interface works: from four to fifteen times as much was seen.
  expect(Math.max(...ticks)).toBeLessThan(3 * Math.min(...ticks));
});

test('a contract in Kazakh becomes pages that can be signed', async (context) => {
  const found = findDocxToPdf();
  context.skip(found === null, 'neither LibreOffice nor its WASM build is here');
  const pages = await found!.convert(await makeWordFile(['Шарт №1: әғқңөұүһі ӘҒҚҢӨҰҮҺІ ₸']), 1);
  await found!.close();
  const pdf = createTypstPdf({ workers: 1 });
  expect(await pdf.checkPdf(pages)).toMatchObject({ status: 'ok', pages: 1 });
  await pdf.close();
});
