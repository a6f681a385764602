import { wasmConverter } from './wasm-converter.ts';

/** A server whose converter hangs; it tells the number of that process. */
const converter = wasmConverter({ script: new URL('./convert-worker.fixture.ts', import.meta.url) });
const answer = Buffer.from(await converter.convert(Buffer.from('a'))).toString();
converter.convert(Buffer.from('hang')).catch(() => undefined);
process.send?.(Number(answer.split(' by ')[1]));
