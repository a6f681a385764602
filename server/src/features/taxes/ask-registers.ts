import type { Parts } from '../../parts.ts';
import { addRegisterCheck, listToAsk } from './registers.queries.ts';

/** Public registers refuse who asks much. */
const AT_ONCE = 4;
const MOST_IN_A_ROUND = 100;
/** Who was asked of in vain is asked of again after this. */
const SILENT_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;

export type AskParts = Pick<Parts, 'db' | 'clock' | 'log' | 'config' | 'taxpayer_register'>;

interface Input {
  /** Null: whoever needs it. */
  ids: readonly number[] | null;
  asked_by?: number;
  /** Asks whatever was answered before. */
  is_forced?: boolean;
  /** Waits no longer than this; what comes later is kept all the same. */
  patience_ms?: number;
}

/** Of whom each register is being asked: a review that is opened again asks of the others. */
const UNDER_WAY = new WeakMap<object, Set<number>>();

/** An answer of before then is too old. */
export const freshSince = ({ clock, config }: Pick<AskParts, 'clock' | 'config'>) =>
  new Date(clock.now().getTime() - config.register_check_days * DAY_MS);

/** Asks the register of those whose last answer is too old. Its silence is kept, and stops nobody. */
export async function askRegisters(parts: AskParts, input: Input): Promise<void> {
  const { db, clock, taxpayer_register: register } = parts;
  if (!register || input.ids?.length === 0) return;
  const now = clock.now().getTime();
  const before = {
    answered_before: input.is_forced ? new Date(now) : freshSince(parts),
    tried_before: new Date(input.is_forced ? now : now - SILENT_MS),
  };
  const asking = UNDER_WAY.get(register) ?? new Set();
  UNDER_WAY.set(register, asking);
  const waiting = await listToAsk(db, input.ids, before, MOST_IN_A_ROUND);
  let is_over = false;
  const askNext = async (): Promise<void> => {
    const next = waiting.shift();
    if (!next || is_over) return;
    if (!asking.has(next.id)) {
      asking.add(next.id);
      await askOf(parts, register, next, input.asked_by ?? null).finally(() => asking.delete(next.id));
    }
    return askNext();
  };
  const all = Promise.all(Array.from({ length: AT_ONCE }, askNext)).then(() => undefined);
  if (input.patience_ms === undefined) return all;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((done) => (timer = setTimeout(done, input.patience_ms)));
  await Promise.race([all, late]);
  clearTimeout(timer);
  is_over = true;
}

async function askOf(
  { db, log }: AskParts,
  register: NonNullable<AskParts['taxpayer_register']>,
  { id, bin, is_entity }: { id: number; bin: string; is_entity: boolean },
  asked_by: number | null,
): Promise<void> {
  const answer = await register.findTaxpayer(bin, is_entity ? 'entity' : 'person').catch((error: unknown) => {
    log.warn({ event: 'taxpayer_register.silent', register: register.name, error: String(error) });
    return null;
  });
  await addRegisterCheck(db, { executor_company_id: id, register: register.name, asked_by }, answer);
}
