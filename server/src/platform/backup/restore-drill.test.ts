import { almatyTime } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTestApp, type TestApp } from '../../../test/make-app.ts';
import { noteBase, noteTrial } from './backup-standing.ts';
import { drillWatcher, lastTurn } from './restore-drill.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp();
});
afterAll(() => app.close());

const trials = () =>
  app.parts.db
    .selectFrom('restore_trials')
    .select(['backup_id', 'failure', 'fault', 'ended_at'])
    .orderBy('id')
    .execute();

test('it is three o’clock in Almaty once in a day', () => {
  expect(lastTurn(new Date('2026-11-26T21:59:59Z'), 3)).toEqual(new Date('2026-11-25T22:00:00Z'));
  expect(lastTurn(new Date('2026-11-26T22:00:00Z'), 3)).toEqual(new Date('2026-11-26T22:00:00Z'));
  expect(lastTurn(new Date('2026-11-26T18:59:00Z'), 0)).toEqual(new Date('2026-11-25T19:00:00Z'));
});

test('each night one process tries the last backup once, and a trial that broke off is recorded too', async () => {
  const { db } = app.parts;
  const real_now = new Date();
  const hour = Number(almatyTime(real_now).slice(11, 13));
  const signal = new AbortController().signal;
  const tried: string[] = [];
  let outcome: () => Promise<string> = async () => '';
  const drill = {
    hour,
    tryRestore: async () => {
      tried.push('');
      return outcome();
    },
  };
  const night = drillWatcher(db, drill, () => new Date(), signal);
  await night.run();
  expect(tried, 'there is no backup yet').toHaveLength(0);

  await noteBase(db, real_now);
  outcome = async () => {
    const done = {
      began_at: new Date(),
      backup_id: 'first',
      reached: new Date(),
      failure: null,
      fault: null,
    };
    await noteTrial(db, done);
    return '';
  };
  const other = drillWatcher(db, drill, () => new Date(), signal);
  await Promise.all([night.run(), other.run()]);
  await night.run();
  expect(tried).toHaveLength(1);
  expect(await trials()).toMatchObject([{ backup_id: 'first', failure: null }]);

  outcome = async () => 'no room on the disk';
  const next_night = drillWatcher(db, drill, () => new Date(Date.now() + 86_400_000), signal);
  await next_night.run();
  expect(tried).toHaveLength(2);
  expect(await trials()).toMatchObject([
    {},
    { failure: 'The trial broke off: no room on the disk', fault: 'broke_off' },
  ]);
});

test('a trial that the leaving process ends is no failure', async () => {
  const { db } = app.parts;
  const before = await trials();
  const leaving = new AbortController();
  const drill = {
    hour: 0,
    tryRestore: async () => {
      leaving.abort();
      return 'it ended with null';
    },
  };
  await drillWatcher(db, drill, () => new Date(Date.now() + 3 * 86_400_000), leaving.signal).run();
  expect(leaving.signal.aborted).toBe(true);
  expect(await trials()).toEqual(before);
});
