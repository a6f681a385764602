import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { LibreOfficeConverter } from '@matbee/libreoffice-converter/server';
import { ZipFile } from 'yazl';
import { watchOver } from './watch-over.ts';
import type { ConvertAnswer, ConvertCall } from './wasm-converter.ts';

/**
 * Runs as a process of its own, for LibreOffice takes about a gigabyte and holds its thread while it works. A
 * watcher beside it ends the process when it has taken too much, also when the server that started it is gone.
 */
const require = createRequire(import.meta.url);
const [memory_mb, most_ms] = [Number(process.argv[2]), Number(process.argv[3])];
if (!process.send) throw new Error('This module runs as a child process only');
const answer = (message: ConvertAnswer) => void process.send!(message);
const busy_since = watchOver(memory_mb, most_ms);

const converter = await open();
answer({ ready: true });
process.on('message', async ({ docx }: ConvertCall) => {
  Atomics.store(busy_since, 0, Math.floor(Date.now() / 1000));
  try {
    const pdf = await convert(converter, docx);
    answer({ pdf, rss_mb: Math.round(process.memoryUsage.rss() / 1_048_576) });
  } catch (error) {
    answer({ failed: String(error) });
  } finally {
    Atomics.store(busy_since, 0, 0);
  }
});

async function open(): Promise<LibreOfficeConverter> {
  holdFirstThread();
  const { LibreOfficeConverter } = await import('@matbee/libreoffice-converter/server');
  const wasmLoader = require('@matbee/libreoffice-converter/wasm/loader');
  const wasmPath = join(dirname(require.resolve('@matbee/libreoffice-converter/package.json')), 'wasm');
  const opened = new LibreOfficeConverter({ wasmPath, wasmLoader, fonts: fonts() });
  await opened.initialize();
  // The program itself, twice 147 MB that nobody asks for again.
  wasmLoader.clearCache();
  delete (globalThis as { Module?: { wasmBinary?: unknown } }).Module?.wasmBinary;
  // The first file costs as much as thirty later ones, so it is one of ours.
  await convert(opened, await blankDocx());
  return opened;
}

async function convert(opened: LibreOfficeConverter, docx: Uint8Array): Promise<Uint8Array> {
  const { data } = await opened.convert(docx, { inputFormat: 'docx', outputFormat: 'pdf' }, 'contract.docx');
  return data;
}

/**
 * The first thread that LibreOffice starts is its user interface, which no conversion needs. It and the main thread can
 * deadlock; or it is the one that reads the fonts, a millisecond a read, and the start takes 17 seconds instead of 4. So
 * it is created and never run.
 */
function holdFirstThread(): void {
  const threads = require('node:worker_threads') as typeof import('node:worker_threads');
  let held = false;
  class Worker extends threads.Worker {
    override postMessage(message: { cmd: string }): void {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      if (held || message.cmd !== 'run') return super.postMessage(message);
      held = true;
    }
  }
  Object.assign(threads, { Worker });
}

/** The faces our own papers use; LibreOffice brings serif and what looks like Times, Arial and Calibri. */
function fonts(): { filename: string; data: Uint8Array }[] {
  const faces = ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic'];
  return faces.map((face) => {
    const filename = `NotoSans_${face}.ttf`;
    return {
      filename,
      data: readFileSync(require.resolve(`@expo-google-fonts/noto-sans/${face}/${filename}`)),
    };
  });
}

function blankDocx(): Promise<Uint8Array> {
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  const [ct, rel, main] = [
    'http://schemas.openxmlformats.org/package/2006',
    'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  ];
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${ct}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${ct}/relationships"><Relationship Id="a" Type="${rel}" Target="word/document.xml"/></Relationships>`,
    'word/document.xml':
      '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Шарт №1</w:t></w:r></w:p></w:body></w:document>',
  };
  const zip = new ZipFile();
  for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(head + xml), name);
  zip.end();
  return Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>).then((chunks) => Buffer.concat(chunks));
}
