import type { ToSign } from '@kelisim/shared/features/signing/signing.contract.ts';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { newRandomKey } from '../../platform/http.ts';
import { loadTexts, textOf } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import { toasts } from '../../ui/toasts.ts';
import { asRun, followRun } from '../jobs/public.ts';
import { countRows, firstRows, sendBatches, toBatches } from './send-batches.ts';
import type { Batch, SendPort, SendRow } from './send-batches.ts';
import type { SignedDocument } from './signing-messages.ts';

export type DocType = 'act' | 'document';
/** By what the signatures were made; the server keeps it with each of them. */
export type Means = 'key_file' | 'ncalayer';

/** Signatures on their way to the server. Lives beside the dialog, so that closing it stops nothing. */
export interface Sending {
  doc_type: DocType;
  items: readonly ToSign[];
  rows: ReadonlyMap<number, SendRow>;
  /** Rows that the run under way has done and that are not read yet. */
  ahead: number;
  /** `stopped`: some rows have no answer; sending them again is safe. */
  state: 'running' | 'stopped' | 'done';
}

interface Held extends Sending {
  means: Means;
  batches: Batch[];
  /** A dialog shows it; otherwise its end is told by a toast. */
  watched: boolean;
}

const listeners = new Set<() => void>();
let held: Held | null = null;

const port = (doc_type: DocType, means: Means): SendPort => ({
  send: async ({ key, documents }) => {
    addEventListener('beforeunload', warn);
    const options = asRun(key);
    const { run_id } = await (doc_type === 'act'
      ? api.call(
          'acts.sign',
          {
            body: {
              signatures: documents.map(({ id, signature }) => ({ act_id: id, cms: signature })),
              means,
            },
          },
          options,
        )
      : api.call(
          'documents.sign',
          {
            body: {
              signatures: documents.map(({ id, signature }) => ({ document_id: id, cms: signature })),
              means,
            },
          },
          options,
        ));
    return run_id;
  },
  follow: (run_id) => {
    // The server has them: the page may be closed, and the run goes on.
    removeEventListener('beforeunload', warn);
    return followRun(run_id, ({ done }) => change({ ahead: done }));
  },
  readError: (error) => {
    if (!(error instanceof ApiError) || error.status === 0) return { kind: 'offline' };
    const passing = error.status >= 500 || [408, 425, 429].includes(error.status);
    if (passing || error.code === 'in_progress') return { kind: 'lost' };
    return { kind: 'refused', code: error.code, message: errorText(error) };
  },
});

function change(part: Partial<Held>): void {
  if (!held) return;
  held = { ...held, ...part };
  for (const listener of listeners) listener();
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

async function run(): Promise<void> {
  if (!held) return;
  change({ state: 'running' });
  try {
    await sendBatches(held.batches, port(held.doc_type, held.means), (rows) => {
      const next = new Map(held?.rows);
      for (const row of rows) next.set(row.id, row);
      change({ rows: next, ahead: 0 });
    });
  } finally {
    removeEventListener('beforeunload', warn);
  }
  const { total, answered } = countRows(held.rows.values());
  change({ state: answered === total ? 'done' : 'stopped' });
  if (!held.watched) await tellEnd(held);
  await invalidate(['acts.', 'documents.', 'reconciliations.', 'home.', 'jobs.']);
}

async function tellEnd({ doc_type, rows, state }: Held): Promise<void> {
  await loadTexts(['signing']);
  const { ok, unsigned, pending_proof, total } = countRows(rows.values());
  if (state === 'stopped') toasts.error(textOf('signing', 'toast.stopped'), { timeout_ms: false });
  else if (ok === total) toasts.success(textOf('signing', `done.all_${doc_type}`, { count: ok }));
  else if (ok + pending_proof === total)
    toasts.warning(textOf('signing', 'done.pending', { count: pending_proof }));
  else {
    const refused = [...rows.values()].find((row) => row.status === 'failed')?.message;
    const reason = refused ?? (unsigned > 0 ? textOf('signing', 'done.unsigned_message') : '');
    toasts.warning(textOf('signing', 'toast.some', { ok, total, reason }));
  }
}

/** One at a time: the dialog shows a running one before it lets another begin. */
export const sending = {
  start(doc_type: DocType, items: readonly ToSign[], signed: readonly SignedDocument[], means: Means): void {
    const rows = firstRows(items, signed);
    const batches = toBatches(signed, newRandomKey);
    held = { doc_type, items, means, rows, batches, state: 'running', ahead: 0, watched: true };
    void run();
  },
  /** The same keys again, for what has no answer. */
  repeat(): void {
    if (held?.state === 'stopped') void run();
  },
  /** Another try for the refused ones: the same signatures, new keys. */
  retryFailed(): void {
    if (!held || held.state === 'running') return;
    const { batches, rows } = held;
    const all = new Map(
      batches.flatMap((batch) => batch.documents).map((document) => [document.id, document]),
    );
    const failed = [...all.values()].filter(({ id }) => rows.get(id)?.status === 'failed');
    change({ batches: [...batches, ...toBatches(failed, newRandomKey)] });
    void run();
  },
  /** What a dialog for these documents has to show first, if anything. */
  find(doc_type: DocType, ids: readonly number[]): Sending | null {
    if (!held || held.state === 'done' || held.doc_type !== doc_type) return null;
    return held.state === 'running' || ids.some((id) => held?.rows.has(id)) ? held : null;
  },
  watch(watched: boolean): void {
    if (held) held.watched = watched;
  },
  current: (): Sending | null => held,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
