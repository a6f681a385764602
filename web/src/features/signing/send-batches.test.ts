import { describe, expect, it } from 'vitest';
import { BATCH_SIZE, countRows, firstRows, sendBatches, toBatches } from './send-batches.ts';
import type { Batch, SendPort, SendRow } from './send-batches.ts';

const documents = (count: number) =>
  Array.from({ length: count }, (_one, at) => ({ id: at + 1, cms: `c${at}` }));

function keys() {
  let last = 0;
  return () => `key-${++last}`;
}

/** Remembers what was sent; `answers` says what comes back to each sending, in turn. */
function lineOf(answers: ((batch: Batch) => ReturnType<SendPort['send']>)[]) {
  const sent: { key: string; ids: number[] }[] = [];
  const rows = new Map<number, SendRow>();
  const port: SendPort = {
    send: (batch) => {
      sent.push({ key: batch.key, ids: batch.documents.map(({ id }) => id) });
      return answers[sent.length - 1]!(batch);
    },
    follow: (run_id) => Promise.resolve([{ act_id: run_id, status: 'ok', code: null, message: 'followed' }]),
    readError: (error) =>
      error === 'refused'
        ? { kind: 'refused', code: 'forbidden', message: 'Нет права' }
        : { kind: error === 'offline' ? 'offline' : 'lost' },
  };
  const run = (batches: Batch[]) =>
    sendBatches(batches, port, (changed) => changed.forEach((row) => rows.set(row.id, row)));
  return { sent, rows, run };
}

const ok = (batch: Batch) =>
  Promise.resolve({
    run_id: 1,
    state: 'done' as const,
    items: batch.documents.map(({ id }) => ({ act_id: id, status: 'ok' as const, code: null, message: '' })),
  });
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
  it('cuts by hundreds, each with a key of its own, and loses nobody', () => {
    const batches = toBatches(documents(250), keys());
    expect(batches.map((batch) => batch.documents.length)).toEqual([BATCH_SIZE, BATCH_SIZE, 50]);
    expect(new Set(batches.map((batch) => batch.key)).size).toBe(3);
    expect(batches.flatMap((batch) => batch.documents)).toEqual(documents(250));
  });

  it('makes nothing of nothing', () => {
    expect(toBatches([], keys())).toEqual([]);
  });
});

describe('sendBatches', () => {
  it('sends one after another and keeps the answer of each row', async () => {
    const { sent, rows, run } = lineOf([ok, ok, ok]);
    await run(toBatches(documents(250), keys()));
    expect(sent.map(({ ids }) => ids.length)).toEqual([100, 100, 50]);
    expect(countRows(rows.values())).toEqual({
      total: 250,
      ok: 250,
      failed: 0,
      unsigned: 0,
      pending_proof: 0,
      lost: 0,
      answered: 250,
    });
  });

  it('takes a signature that waits for its proof as an answer, and does not send it again', async () => {
    const batches = toBatches(documents(2), keys());
    const waits = async (batch: Batch) => {
      const answer = await ok(batch);
      return {
        ...answer,
        items: answer.items.map((item) => ({ ...item, status: 'pending_proof' as const })),
      };
    };
    const { sent, rows, run } = lineOf([waits]);
    await run(batches);
    await run(batches);
    expect(sent).toHaveLength(1);
    expect(countRows(rows.values())).toMatchObject({ ok: 0, pending_proof: 2, lost: 0, answered: 2 });
  });

  it('goes on after a failure and repeats the lost batch with the same key and nothing else', async () => {
    const batches = toBatches(documents(250), keys());
    const { sent, rows, run } = lineOf([ok, fail('500'), ok, ok]);
    await run(batches);
    expect(countRows(rows.values())).toMatchObject({ ok: 150, lost: 100 });
    await run(batches);
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2', 'key-3', 'key-2']);
    expect(sent[3]!.ids).toEqual(sent[1]!.ids);
    expect(countRows(rows.values())).toMatchObject({ ok: 250, lost: 0 });
  });

  it('stops when the line is dead, so that a hundred failures are not waited for', async () => {
    const batches = toBatches(documents(250), keys());
    const { sent, rows, run } = lineOf([ok, fail('offline'), ok, ok]);
    await run(batches);
    expect(sent).toHaveLength(2);
    await run(batches);
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2', 'key-2', 'key-3']);
    expect(countRows(rows.values())).toMatchObject({ ok: 250 });
  });

  it('takes a refusal as the answer to every row of the batch', async () => {
    const batches = toBatches(documents(2), keys());
    const { sent, rows, run } = lineOf([fail('refused')]);
    await run(batches);
    await run(batches);
    expect(sent).toHaveLength(1);
    expect(rows.get(2)).toEqual({ id: 2, status: 'failed', code: 'forbidden', message: 'Нет права' });
  });

  it('follows a run that goes on by itself', async () => {
    const { rows, run } = lineOf([() => Promise.resolve({ run_id: 1, state: 'running', items: [] })]);
    await run(toBatches(documents(1), keys()));
    expect(rows.get(1)?.message).toBe('followed');
  });

  it('leaves a row that nobody worked on to the next try', async () => {
    const waiting = { act_id: 1, status: 'waiting' as const, code: null, message: '' };
    const batches = toBatches(documents(1), keys());
    const { rows, run } = lineOf([
      () => Promise.resolve({ run_id: 1, state: 'failed', items: [waiting] }),
      ok,
    ]);
    await run(batches);
    expect(rows.get(1)?.status).toBe('lost');
    await run(batches);
    expect(rows.get(1)?.status).toBe('ok');
  });
});
