import { isBin, isIin } from '@kelisim/shared/kernel/bin-iin.ts';
import type { Answer, Input } from '../../platform/api.ts';

export type CompanyFields = Required<Input<'companies.create'>['body']>;
type RegisterAnswer = Answer<'companies.by_bin'>['register'];
const FILLED = ['name', 'ceo_name', 'address'] as const;

/** What was put into the fields, of which number, and the kind of company that it took the place of. */
export interface Said {
  bin: string;
  fields: Pick<CompanyFields, (typeof FILLED)[number]>;
  type_before: CompanyFields['type'] | null;
}

const nothing = { name: '', ceo_name: '', address: '' };
export const NOTHING_SAID: Said = { bin: '', fields: nothing, type_before: null };

/**
 * What the public register says of a number is put where nothing was typed, or where it had said something of another
 * number before; also when it says nothing of this one, so that nobody gets the director of another company. `answer` is
 * null where there is none.
 */
export function fillFromRegister(
  bin: string,
  answer: RegisterAnswer | null,
  fields: CompanyFields,
  said: Said,
): { part: Partial<CompanyFields>; said: Said } {
  const isFound = answer?.status === 'found';
  // Silent now, and found a moment ago.
  if (!isFound && bin === said.bin) return { part: {}, said };
  const next = isFound
    ? { name: answer.name ?? '', ceo_name: answer.ceo ?? '', address: answer.address ?? '' }
    : nothing;
  const part: Partial<CompanyFields> = {};
  for (const name of FILLED)
    if (fields[name] === '' || fields[name] === said.fields[name]) part[name] = next[name];
  let { type_before } = said;
  const isPersonal = isIin(bin) && !isBin(bin);
  // A number that is a person's alone is a sole trader's.
  if (isPersonal && isFound && fields.type !== 'individual' && fields.type !== 'ip') {
    part.type = 'ip';
    type_before = fields.type;
  } else if (!isPersonal) {
    if (type_before && fields.type === 'ip') part.type = type_before;
    type_before = null;
  }
  return { part, said: { bin, fields: next, type_before } };
}
