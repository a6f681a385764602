import { watchOver } from './watch-over.ts';
import type { ConvertAnswer, ConvertCall } from './wasm-converter.ts';

/** A converter that does what its file tells it. */
const answer = (message: ConvertAnswer) => void process.send!(message);
const kept: Buffer[] = [];
watchOver(1_536, 600_000);
process.on('message', ({ docx }: ConvertCall) => {
  const word = Buffer.from(docx).toString();
  if (word === 'hang') for (;;);
  if (word === 'sleep') return;
  if (word === 'die') process.exit(1);
  if (word === 'refuse') return answer({ failed: 'no document' });
  if (word === 'swell') kept.push(Buffer.alloc(1));
  answer({ pdf: Buffer.from(`${word} by ${process.pid}`), rss_mb: word === 'swell' ? 1_500 : 100 });
});
answer({ ready: true });
