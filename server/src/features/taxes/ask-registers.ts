import type { Parts } from '../../parts.ts';
import { addRegisterCheck, listToAsk } from './registers.queries.ts';

/** Public registers refuse who asks much. */
const AT_ONCE = 4;
const MOST_IN_A_ROUND = 100;
/** Who was asked of in vain is asked of again after this. */
const SILENT_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;

type AskParts = Pick<Parts, 'db' | 'clock' | 'log' | 'config' | 'taxpayer_register'>;

interface Wish {
  /** Null: whoever needs it. */
  ids: readonly number[] | null;
  asked_by?: number;
  /** Asks whatever was answered before. */
  is_forced?: boolean;
  /** Waits no longer than this; what comes later is kept all the same. */
  patience_ms?: number;
}

/** Asks the register of those whose last answer is too old. Its silence is kept, and stops nobody. */
export async function askRegisters(parts: AskParts, wish: Wish): Promise<void> {
  const { db, clock, config, taxpayer_register: register } = parts;
  if (!register || wish.ids?.length === 0) return;
  const now = clock.now().getTime();
  const before = {
    answered_before: new Date(wish.is_forced ? now : now - config.register_check_days * DAY_MS),
    tried_before: new Date(wish.is_forced ? now : now - SILENT_MS),
  };
  const waiting = await listToAsk(db, wish.ids, before, MOST_IN_A_ROUND);
  let is_over = false;
  const askNext = async (): Promise<void> => {
    const next = waiting.shift();
    if (!next || is_over) return;
    await askOf(parts, register, next, wish.asked_by ?? null);
    return askNext();
  };
  const all = Promise.all(Array.from({ length: AT_ONCE }, askNext)).then(() => undefined);
  if (wish.patience_ms === undefined) return all;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((done) => (timer = setTimeout(done, wish.patience_ms)));
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
