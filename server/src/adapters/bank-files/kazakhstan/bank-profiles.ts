import type { BankProfile } from '../bank-files.ts';

/**
 * What banks of Kazakhstan take (facts/domain.md 5). No bank's own instruction could be had: these rules come from
 * files and exporters that are public, so they are general, and the product says so. A bank whose protocol is known
 * gets its own entry in `OWN`.
 */
const GENERAL: BankProfile = {
  is_general: true,
  charset: 'windows-1251',
  line_end: '\r\n',
  max: { purpose: 210 },
  mt_sender: 'K055640000000000000000',
  lists: { individuals_only: true, knp: null },
};

/** By БИК, what differs from the general rules. */
const OWN: ReadonlyMap<string, Partial<Omit<BankProfile, 'is_general'>>> = new Map();

export function bankProfile(bic: string): BankProfile {
  const own = OWN.get(bic);
  return own ? { ...GENERAL, ...own, is_general: false } : GENERAL;
}
