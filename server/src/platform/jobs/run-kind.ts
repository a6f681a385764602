import type { Tx } from '../db/database.ts';

/** One item of a run as its handler sees it. */
export interface BulkItem {
  run_id: number;
  position: number;
  company_id: number;
  user_id: number;
  session_id: number | null;
  /** With which API key the run was started. */
  api_key_id: number | null;
  /** From where the run was started. */
  ip: string | null;
  subject_id: number | null;
  payload: unknown;
  params: unknown;
}

/** What became of an item: the thing it made or touched, and how to call it on the screen. */
export interface BulkDone {
  subject_id?: number;
  label?: string;
  /** The row waits for this, named by the number that its kind gives it; `settleWaitingRows` tells it the end. */
  waits_for_id?: number | null;
}

export interface PreparedItem {
  item: BulkItem;
  prepared: unknown;
}

export interface BulkKind {
  kind: string;
  /** One item after the other, as they were given; several at once by default. */
  in_order?: boolean;
  /** Keys of its payloads that an item which is done needs no more: they are taken out with its end. */
  used_up?: readonly string[];
  /**
   * What a batch of items needs from the world outside, in their order. Called before their transactions, so that
   * nothing is locked while others are waited for; a throw interrupts the run, which is then taken up again.
   */
  prepare?(items: readonly BulkItem[]): Promise<readonly unknown[]>;
  /**
   * Does one item inside the given transaction, with what `prepare` made for it. A `Problem` fails this item alone; anything it wrote is undone.
   * The result row is written in the same transaction, so that an item is done exactly once or not at all.
   */
  work(tx: Tx, item: BulkItem, prepared?: unknown): Promise<BulkDone>;
  /**
   * Does those of a batch that are plain in one transaction and answers for them by position; the others, and all of
   * them when it throws, are left to `work`. A thousand rows cost fifty transactions then.
   */
  workMany?(tx: Tx, batch: readonly PreparedItem[]): Promise<Map<number, BulkDone>>;
  /** Called after the commit of a done item, to wake what waits for it. May be lost with the process. */
  after?(item: BulkItem): void;
}
