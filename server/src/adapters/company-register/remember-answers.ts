import type { Clock } from '../../platform/clock.ts';
import type { CompanyRegister, RegisteredCompany } from './company-register.ts';

const KNOWN_MS = 12 * 3_600_000;
/** Somebody who was entered this morning is asked for again soon. */
const UNKNOWN_MS = 10 * 60_000;
const MOST = 1_000;

/** Asks a register once for the same number: public registers refuse who asks much. Silence is not remembered. */
export function rememberAnswers(register: CompanyRegister, clock: Clock): CompanyRegister {
  const kept = new Map<string, { company: RegisteredCompany | null; until: number }>();
  return {
    name: register.name,
    async findCompany(bin) {
      const now = clock.now().getTime();
      const held = kept.get(bin);
      if (held && held.until > now) return held.company;
      const company = await register.findCompany(bin);
      kept.delete(bin);
      kept.set(bin, { company, until: now + (company ? KNOWN_MS : UNKNOWN_MS) });
      if (kept.size > MOST) kept.delete(kept.keys().next().value!);
      return company;
    },
  };
}
