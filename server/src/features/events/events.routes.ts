import { EVENT_CODES } from '@kelisim/shared/features/events/event-types.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { getCompany } from '../../platform/db/get-company.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import {
  BEGINNING,
  endOfFeed,
  listEvents,
  nextTransaction,
  readEvent,
  type Place,
} from './events.queries.ts';
import { toEventText } from './events.view.ts';
import { sinceWhen } from './open-feed.ts';

export function eventsRoutes({ db }: Parts): Pick<Handlers, 'events.list'> {
  return {
    'events.list': async ({ actor: { company_id }, input: { query } }) => {
      const since = await sinceWhen(db, company_id);
      const after = query.after === undefined ? BEGINNING : readPlace(query.after);
      // A database that was brought back to an earlier moment counts again from there: what follows would stand before it.
      if (after.tx >= (await nextTransaction(db))) throw new Problem('events.restored');
      const types = query.types ? query.types.map((type) => EVENT_CODES[type]) : null;
      // Before the events: none that is found later stands before this end.
      const end = await endOfFeed(db);
      const rows = await listEvents(db, company_id, { after, types, limit: query.limit + 1 });
      const has_more = rows.length > query.limit;
      const shown = rows.slice(0, query.limit);
      const last = shown.slice(-1).map(readEvent)[0];
      const { bin } = await getCompany(db, company_id, ['bin']);
      const next = writePlace(has_more && last ? last : later(after, end, last));
      const bytes = bytesOf(shown, bin, [
        '{"items":[',
        `],"next":"${next}","has_more":${has_more},"since":"${since.toISOString()}"}`,
      ]);
      return { bytes, next: has_more ? next : null };
    },
  };
}

/** Some hundred events at a time: texts that are kept until a page of thousands is whole cost as much again to collect. */
const CHUNK = 32_768;

function bytesOf(events: string[], bin: string, [head, tail]: readonly [string, string]): Buffer {
  const chunks: Buffer[] = [];
  let [text, comma] = [head, ''];
  for (const event of events) {
    const told = toEventText(readEvent(event), bin);
    if (told === null) continue;
    text += comma + told;
    comma = ',';
    if (text.length < CHUNK) continue;
    chunks.push(Buffer.from(text));
    text = '';
  }
  return Buffer.concat([...chunks, Buffer.from(text + tail)]);
}

function readPlace(text: string): Place {
  const [tx = 0, id = 0] = text.split('-').map(Number);
  return { tx, id };
}

const writePlace = ({ tx, id }: Place) => `${tx}-${id}`;

const later = (...places: (Place | undefined)[]): Place =>
  places.reduce<Place>(
    (last, place) =>
      place && (place.tx > last.tx || (place.tx === last.tx && place.id > last.id)) ? place : last,
    BEGINNING,
  );
