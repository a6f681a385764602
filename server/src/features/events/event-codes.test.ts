import { ACT_DEEDS, ACT_STATUSES } from '@kelisim/shared/features/acts/act-status.ts';
import {
  CERTIFICATE_DEEDS,
  DOCUMENT_DEEDS,
  DOCUMENT_STATUSES,
} from '@kelisim/shared/features/documents/document-status.ts';
import { ESF_DEEDS, ESF_STATUSES } from '@kelisim/shared/features/esf/esf-status.ts';
import { EXECUTOR_ACTIONS, EXECUTOR_STATUSES } from '@kelisim/shared/features/executors/executor-status.ts';
import {
  EVENT_CODES,
  EVENT_TYPES,
  EVENT_WORDS,
  eventOfCode,
  thingOf,
  type EventThing,
} from '@kelisim/shared/features/events/event-types.ts';
import { INVITATION_STATUSES } from '@kelisim/shared/features/invitations/invitation-status.ts';
import { ORDER_STATUSES } from '@kelisim/shared/features/payments/order-status.ts';
import {
  RECONCILIATION_DEEDS,
  RECONCILIATION_STATUSES,
} from '@kelisim/shared/features/reconciliations/reconciliation-status.ts';
import { RUN_STATES } from '@kelisim/shared/kernel/runs.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTestDatabase } from '../../../test/database.ts';
import { openDatabase, type Database } from '../../platform/db/database.ts';
import { makeLog } from '../../platform/log.ts';

let db: Database, end: () => Promise<void>;
beforeAll(async () => {
  const made = await makeTestDatabase();
  db = openDatabase({ url: made.url, log: makeLog('silent'), max: 2 });
  end = async () => {
    await db.destroy();
    await made.drop();
  };
});
afterAll(() => end());

/** The first deeds of a thing stand in its history and in no table of moves. */
const LIVES: Record<EventThing, { states: readonly string[]; deeds: readonly string[] }> = {
  act: {
    states: ACT_STATUSES,
    deeds: [...Object.keys(ACT_DEEDS), 'create', 'copy', 'import', 'correct', 'generate', 'comment'],
  },
  contract: { states: DOCUMENT_STATUSES, deeds: [...Object.keys(DOCUMENT_DEEDS), 'create'] },
  executor: { states: EXECUTOR_STATUSES, deeds: EXECUTOR_ACTIONS },
  invitation: { states: INVITATION_STATUSES, deeds: [] },
  payment: { states: ORDER_STATUSES, deeds: ['settle_part'] },
  esf: { states: ESF_STATUSES, deeds: [...Object.keys(ESF_DEEDS), 'issue'] },
  run: { states: RUN_STATES, deeds: [] },
  endpoint: { states: ['off'], deeds: [] },
  reconciliation: {
    states: [...RECONCILIATION_STATUSES, 'signed_by_business', 'signed_by_executor', 'signed', 'refused'],
    deeds: Object.keys(RECONCILIATION_DEEDS),
  },
  certificate: { states: ['sent', 'signed', 'refused'], deeds: Object.keys(CERTIFICATE_DEEDS) },
};

test.each(Object.entries(LIVES))(
  'the database says of each deed of %s what the table says',
  async (thing, life) => {
    const words: { states: Record<string, string>; deeds: Record<string, string> } =
      EVENT_WORDS[thing as EventThing];
    for (const state of life.states)
      for (const deed of [null, ...life.deeds]) {
        const { rows } = await sql<{ code: number }>`
        select event_code(${thing}, ${deed}, ${state}) as code`.execute(db);
        const word = (deed !== null && words.deeds[deed]) || words.states[state];
        expect(eventOfCode(rows[0]!.code), `${thing} ${deed} ${state}`).toBe(`${thing}.${word}`);
      }
  },
);

test('each type has a number of its own, in the hundred of its thing', () => {
  expect(new Set(Object.values(EVENT_CODES)).size).toBe(EVENT_TYPES.length);
  const things = Object.keys(EVENT_WORDS);
  for (const type of EVENT_TYPES)
    expect(Math.floor(EVENT_CODES[type] / 100) - 1, type).toBe(things.indexOf(thingOf(type)));
});
