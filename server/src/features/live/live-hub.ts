import { TOPICS, type Topic } from '@kelisim/shared/features/live/live.contract.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { bounded } from '../../platform/bounded.ts';
import { listen, type Listening } from '../../platform/db/listen.ts';
import { CHANGES_CHANNEL } from '../../platform/db/relay-changes.ts';
import { openEventStream, type EventStream } from '../../platform/http/event-stream.ts';
import type { Log } from '../../platform/log.ts';

/** Tabs share one stream; more come only from browsers that cannot, or from somebody who tries. */
export const STREAMS_OF_A_SESSION = 6;
const BEAT_MS = 15_000;
/** Rights that end by the clock (a session, a deputy) are looked at this often. */
const LOOK_AGAIN_MS = 60_000;
/** When all streams are looked at, people go on getting connections to the database, and pages reload one by one. */
const LOOKS_AT_ONCE = 4;
/** Changes that come together are told together, and a run of thousands is told once a second. */
const GATHER_MS = 100;
const REST_MS = 1_000;

export interface LiveHub {
  open(actor: CompanyActor): Promise<EventStream>;
  close(): Promise<void>;
}

export interface LiveHubOptions {
  database_url: string;
  log: Log;
  /** Whether this session still lives and is in this company. */
  isStillIn(session_id: number, company_id: number): Promise<boolean>;
}

interface Reader {
  stream: EventStream;
  user_id: number;
  session_id: number;
  company_id: number;
}

/** All open streams of this process, and the one connection over which every process hears of changes. */
export function makeLiveHub({ database_url, log, isStillIn }: LiveHubOptions): LiveHub {
  const readers = new Set<Reader>();
  const gathered = new Map<number, { topics: Set<Topic>; timer: NodeJS.Timeout | null; told_at: number }>();
  const few = bounded({ at_once: LOOKS_AT_ONCE, most_waiting: Infinity, retry_after_s: 0 });
  let listening: Listening | null = null;
  let beats: NodeJS.Timeout | undefined;
  let looks: NodeJS.Timeout | undefined;
  let closed = false;

  function begin(): Listening {
    beats ??= setInterval(() => readers.forEach(({ stream }) => stream.beat()), BEAT_MS).unref();
    looks ??= setInterval(() => lookAtAll(() => undefined), LOOK_AGAIN_MS).unref();
    listening ??= listen({
      url: database_url,
      channel: CHANGES_CHANNEL,
      log,
      onNotice: hear,
      onGap: () => lookAtAll(({ stream }) => stream.send({ topics: TOPICS })),
    });
    return listening;
  }

  /** `acts 12`: something of that kind of that company; `access user 3`: what somebody may has changed. */
  function hear(notice: string): void {
    const [topic, ...rest] = notice.split(' ');
    const id = Number(rest.at(-1));
    if (topic === 'access') {
      for (const reader of readers)
        if ((rest[0] === 'user' ? reader.user_id : reader.company_id) === id) void look(reader);
    } else if (TOPICS.includes(topic as Topic)) gather(id, topic as Topic);
  }

  function gather(company_id: number, topic: Topic): void {
    if (!some(company_id)) return;
    const at = gathered.get(company_id) ?? { topics: new Set<Topic>(), timer: null, told_at: 0 };
    gathered.set(company_id, at);
    at.topics.add(topic);
    at.timer ??= setTimeout(
      () => {
        const topics = [...at.topics];
        Object.assign(at, { topics: new Set(), timer: null, told_at: performance.now() });
        for (const reader of readers) if (reader.company_id === company_id) reader.stream.send({ topics });
      },
      Math.max(GATHER_MS, at.told_at + REST_MS - performance.now()),
    );
  }

  const some = (company_id: number) => readers.values().some((reader) => reader.company_id === company_id);

  function lookAtAll(stays: (reader: Reader) => void): void {
    for (const reader of readers)
      void few(async () => {
        if ((await look(reader)) && !closed) stays(reader);
      });
  }

  /** Ends the stream of whoever may not listen any more. */
  async function look({ session_id, company_id, stream }: Reader): Promise<boolean> {
    // When the database is away nothing can be told either; the next look comes.
    const still = await isStillIn(session_id, company_id).catch(() => true);
    if (!still) stream.end();
    return still;
  }

  return {
    async open({ user_id, session_id, company_id }) {
      if (closed) throw new Problem('unavailable');
      await begin().ready;
      const own = [...readers].filter((reader) => reader.session_id === session_id);
      if (own.length >= STREAMS_OF_A_SESSION) throw new Problem('too_many', { retry_after_s: 60 });
      const reader: Reader = {
        user_id,
        session_id,
        company_id,
        stream: openEventStream(() => leave(reader)),
      };
      readers.add(reader);
      // What ended between the look at the session and the first word would never be heard of.
      if (closed || !(await isStillIn(session_id, company_id))) reader.stream.end();
      else reader.stream.send({ topics: [] });
      return reader.stream;
    },
    async close() {
      closed = true;
      clearInterval(beats);
      clearInterval(looks);
      for (const { timer } of gathered.values()) if (timer) clearTimeout(timer);
      for (const { stream } of readers) stream.end();
      await listening?.stop();
    },
  };

  function leave(reader: Reader): void {
    readers.delete(reader);
    if (some(reader.company_id)) return;
    const at = gathered.get(reader.company_id);
    if (at?.timer) clearTimeout(at.timer);
    gathered.delete(reader.company_id);
  }
}
