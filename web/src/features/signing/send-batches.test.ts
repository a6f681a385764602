import { describe, expect, it } from 'vitest';
import { BATCH_SIZE, countRows, firstRows, sendBatches, toBatches } from './send-batches.ts';
import type { FollowedRow } from '../jobs/public.ts';
import type { Batch, SendPort, SendRow } from './send-batches.ts';

const documents = (count: number) =>
  Array.from({ length: count }, (_one, at) => ({ id: at + 1, signature: `c${at}` }));

function keys() {
  let last = 0;
  return () => `key-${++last}`;
}

/** Remembers what was sent; `answers` says what comes back to each sending, in turn. */
function lineOf(answers: ((batch: Batch) => Promise<FollowedRow[]>)[]) {
  const sent: { key: string; ids: number[] }[] = [];
  const rows = new Map<number, SendRow>();
  const runs: FollowedRow[][] = [];
  const port: SendPort = {
    send: async (batch) => {
      sent.push({ key: batch.key, ids: batch.documents.map(({ id }) => id) });
      runs[sent.length] = await answers[sent.length - 1]!(batch);
      return sent.length;
    },
    follow: (run_id) => Promise.resolve(runs[run_id]!),
    readError: (error) =>
      error === 'refused'
        ? { kind: 'refused', code: 'forbidden', message: 'Нет права' }
        : { kind: error === 'offline' ? 'offline' : 'lost' },
  };
  const run = (batches: Batch[]) =>
    sendBatches(batches, port, (changed) => changed.forEach((row) => rows.set(row.id, row)));
  return { sent, rows, run };
}

const rowOf = (subject_id: number, status: FollowedRow['status'] = 'ok'): FollowedRow => ({
  subject_id,
  label: '',
  status,
  code: null,
  message: '',
});
const ok = (batch: Batch) => Promise.resolve(batch.documents.map(({ id }) => rowOf(id)));
const fail = (how: string) => () => Promise.reject(how);

describe('firstRows', () => {
  it('has a row for every document that was asked for, signed or not', async () => {
    const { rows: answered, run } = lineOf([ok]);
    const signed = documents(2);
    const rows = firstRows([{ id: 1 }, { id: 2 }, { id: 3 }], signed);
    expect([...rows.values()].map(({ status }) => status)).toEqual(['waiting', 'waiting', 'unsigned']);
    await run(toBatches(signed, keys()));
    for (const [id, row] of answered) rows.set(id, row);
    expect(countRows(rows.values())).toMatchObject({ total: 3, ok: 2, unsigned: 1, failed: 0, answered: 3 });
  });
});

describe('toBatches', () => {
  it('cuts by thousands, each with a key of its own, and loses nobody', () => {
    const batches = toBatches(documents(2500), keys());
    expect(batches.map((batch) => batch.documents.length)).toEqual([BATCH_SIZE, BATCH_SIZE, 500]);
    expect(new Set(batches.map((batch) => batch.key)).size).toBe(3);
    expect(batches.flatMap((batch) => batch.documents)).toEqual(documents(2500));
  });

  it('makes nothing of nothing', () => {
    expect(toBatches([], keys())).toEqual([]);
  });
});

describe('sendBatches', () => {
  it('sends one after another and keeps the answer of each row', async () => {
    const { sent, rows, run } = lineOf([ok, ok, ok]);
    await run(toBatches(documents(2500), keys()));
    expect(sent.map(({ ids }) => ids.length)).toEqual([1000, 1000, 500]);
    expect(countRows(rows.values())).toEqual({
      total: 2500,
      ok: 2500,
      failed: 0,
      unsigned: 0,
      pending_proof: 0,
      lost: 0,
      answered: 2500,
    });
  });

  it('takes a signature that waits for its proof as an answer, and does not send it again', async () => {
    const batches = toBatches(documents(2), keys());
    const waits = (batch: Batch) =>
      Promise.resolve(batch.documents.map(({ id }) => rowOf(id, 'pending_proof')));
    const { sent, rows, run } = lineOf([waits]);
    await run(batches);
    await run(batches);
    expect(sent).toHaveLength(1);
    expect(countRows(rows.values())).toMatchObject({ ok: 0, pending_proof: 2, lost: 0, answered: 2 });
  });

  it('goes on after a failure and repeats the lost batch with the same key and nothing else', async () => {
    const batches = toBatches(documents(2500), keys());
    const { sent, rows, run } = lineOf([ok, fail('500'), ok, ok]);
    await run(batches);
    expect(countRows(rows.values())).toMatchObject({ ok: 1500, lost: 1000 });
    await run(batches);
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2', 'key-3', 'key-2']);
    expect(sent[3]!.ids).toEqual(sent[1]!.ids);
    expect(countRows(rows.values())).toMatchObject({ ok: 2500, lost: 0 });
  });

  it('stops when the line is dead, so that a hundred failures are not waited for', async () => {
    const batches = toBatches(documents(2500), keys());
    const { sent, rows, run } = lineOf([ok, fail('offline'), ok, ok]);
    await run(batches);
    expect(sent).toHaveLength(2);
    await run(batches);
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2', 'key-2', 'key-3']);
    expect(countRows(rows.values())).toMatchObject({ ok: 2500 });
  });

  it('takes a refusal as the answer to every row of the batch', async () => {
    const batches = toBatches(documents(2), keys());
    const { sent, rows, run } = lineOf([fail('refused')]);
    await run(batches);
    await run(batches);
    expect(sent).toHaveLength(1);
    expect(rows.get(2)).toEqual({ id: 2, status: 'failed', code: 'forbidden', message: 'Нет права' });
  });

  it('leaves a row that nobody worked on to the next try', async () => {
    const batches = toBatches(documents(1), keys());
    const { rows, run } = lineOf([() => Promise.resolve([rowOf(1, 'waiting')]), ok]);
    await run(batches);
    expect(rows.get(1)?.status).toBe('lost');
    await run(batches);
    expect(rows.get(1)?.status).toBe('ok');
  });
});
