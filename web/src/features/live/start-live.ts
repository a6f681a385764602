import table from 'virtual:call-table';
import { api } from '../../platform/api.ts';
import { invalidate } from '../../platform/query.ts';
import { accessToken, hasLiveToken } from '../../platform/session.ts';
import { listen } from './listen.ts';

/** The calls whose answers are old when something of the kind has changed. */
const STALE: Record<string, readonly string[]> = {
  acts: ['acts.', 'act_comments.', 'act_documents.', 'act_cheques.', 'home.', 'statistics.'],
  documents: ['documents.', 'home.', 'reconciliations.'],
  executors: ['executors.', 'invitations.', 'home.'],
  payments: ['payments.', 'home.'],
  // By name: others of `esf.` prepare what is being signed.
  esf: [
    'esf.of_act',
    'esf.list',
    'esf.history',
    'esf.check',
    'esf.inbound',
    'acts.get',
    'acts.list',
    'acts.history',
  ],
  jobs: ['jobs.'],
  support: ['support.'],
  notices: ['notices.'],
};
const ALL = Object.keys(STALE);

const LATE_MS = 10_000;
const isLate = () => performance.now() > LATE_MS;

let started = false;

/**
 * One stream for all tabs of a browser: the tab that holds the lock listens and tells the others. Where the browser has
 * no locks, each tab listens for itself.
 */
export function startLive(): void {
  if (started) return;
  started = true;
  const others = 'BroadcastChannel' in window ? new BroadcastChannel('kelisim.live') : null;
  others?.addEventListener('message', ({ data }: MessageEvent<string[]>) => {
    // As the tab says that has signed out (`platform/sign-out.ts`).
    if (data.includes('signed_out')) location.assign('/auth/login');
    else readAnew(data);
  });
  const tell = (topics: string[]) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
    others?.postMessage(topics);
    readAnew(topics);
  };
  const run = (signal: AbortSignal) =>
    listen({ open, onTopics: tell, onGap: () => tell(ALL), isLate, random: Math.random }, signal);
  // Never ended from here: leaving the page ends it, and so does the server when the session is over.
  const { signal } = new AbortController();
  if (others && 'locks' in navigator) void navigator.locks.request('kelisim.live', () => run(signal));
  else void run(signal);
}

async function open(signal: AbortSignal): Promise<Response | null> {
  if (!hasLiveToken() && !(await api.refresh())) return null;
  const [method, path] = table['live.stream']!;
  const ask = () =>
    fetch(path, {
      method,
      signal,
      credentials: 'include',
      cache: 'no-store',
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${accessToken()}` },
    });
  const response = await ask();
  // Ended or changed on the server before its time: a new token may know better.
  if (response.status !== 401) return response;
  return (await api.refresh()) ? await ask() : null;
}

function readAnew(topics: string[]): void {
  void invalidate([...new Set(topics.flatMap((topic) => STALE[topic] ?? []))]);
}
