import { monitorEventLoopDelay } from 'node:perf_hooks';
import { makeSampleAct } from '../server/src/adapters/pdf/typst/sample-act.ts';
import { createTypstPdf } from '../server/src/adapters/pdf/typst/typst-pdf.ts';
import { sized } from './size.ts';

/**
 * Acts as PDF/A on two threads: how many a second, how long the main loop is ever held (which is what a person
 * waiting for a page would feel), and whether memory stays where it was.
 */
const ROUNDS = sized(3, 1);
const ACTS_PER_ROUND = sized(200, 2);
const RESOLUTION_MS = 5;

const pdf = createTypstPdf({ workers: 2 });
const created_at = new Date('2026-11-20T06:30:00Z');
const [service] = makeSampleAct().services;
const services = Array.from({ length: 5 }, (_, index) => ({
  ...service!,
  name: `${service!.name}, неделя ${index}`,
}));
const renderAct = (index: number) =>
  pdf.renderAct(makeSampleAct({ public_id: `bench${index}`, services, total_tiyn: 93_750_000n }), created_at);
const rss_mb = () => Math.round(process.memoryUsage().rss / 1_048_576);

await Promise.all([renderAct(0), renderAct(1)]);
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
for (let round = 1; round <= ROUNDS; round += 1) {
  delay.reset();
  delay.enable();
  const started = performance.now();
  const sizes = await Promise.all(
    Array.from(
      { length: ACTS_PER_ROUND },
      async (_, index) => (await renderAct(round * ACTS_PER_ROUND + index)).length,
    ),
  );
  const seconds = (performance.now() - started) / 1_000;
  delay.disable();
  print({
    bench: 'pdf.act',
    round,
    acts: ACTS_PER_ROUND,
    per_second: Math.round(ACTS_PER_ROUND / seconds),
    longest_pause_ms: Math.round(delay.max / 1e6 - RESOLUTION_MS),
    rss_mb: rss_mb(),
    bytes: sizes[0],
  });
}

const upload = await renderAct(0);
const started = performance.now();
await Promise.all(
  Array.from({ length: ACTS_PER_ROUND }, (_, index) =>
    pdf.stampDocument({
      pdf: upload,
      public_id: `bench${index}`,
      check_url: `https://kelisim.example/verify/bench${index}`,
      frozen_at: created_at,
    }),
  ),
);
print({
  bench: 'pdf.stamp',
  documents: ACTS_PER_ROUND,
  per_second: Math.round((ACTS_PER_ROUND * 1_000) / (performance.now() - started)),
  rss_mb: rss_mb(),
});
await pdf.close();

function print(line: Record<string, number | string | undefined>): void {
  console.log(JSON.stringify(line));
}
