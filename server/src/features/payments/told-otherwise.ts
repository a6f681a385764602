import type { OperationRow } from './statements.queries.ts';
import { plainWords } from './operation-mark.ts';

type Said = Pick<
  OperationRow,
  | 'direction'
  | 'day'
  | 'amount_tiyn'
  | 'currency'
  | 'number'
  | 'purpose'
  | 'counterparty_iban'
  | 'counterparty_bin'
>;

/**
 * Those of an account's operations that no statement of another form has told of: a bank's table and its 1C file write the
 * same operation differently. Each that is known stands for one; where words could mean another operation, it is one.
 */
export function dropToldOtherwise<Row extends Said>(rows: readonly Row[], known: readonly Said[]): Row[] {
  // Words are made plain once: of a thousand payments of one day and sum each is compared with each.
  const open = Map.groupBy(known.map(inWords), ({ said }) => keyOf(said));
  return rows.filter((row) => {
    const alike = open.get(keyOf(row)) ?? [];
    const own = inWords(row);
    const at = alike.findIndex((one) => isSame(own, one));
    if (at >= 0) alike.splice(at, 1);
    return at < 0;
  });
}

const keyOf = ({ direction, day, amount_tiyn, currency }: Said) =>
  `${direction} ${day} ${amount_tiyn} ${currency}`;

const inWords = (said: Said) => ({
  said,
  number: numberWords(said.number),
  purpose: plainWords(said.purpose),
});
type InWords = ReturnType<typeof inWords>;

/** Nothing that both say may differ, and one of the words by which a bank tells operations apart must be the same. */
function isSame({ said: one, number, purpose }: InWords, { said: other, ...words }: InWords): boolean {
  const { number: otherNumber, purpose: otherPurpose } = words;
  const bothNumbers = number !== '' && otherNumber !== '';
  const bothPurposes = purpose !== '' && otherPurpose !== '';
  if (bothNumbers && number !== otherNumber) return false;
  // A table may cut a long purpose off.
  if (bothPurposes && !purpose.startsWith(otherPurpose) && !otherPurpose.startsWith(purpose)) return false;
  if (differ(one.counterparty_iban, other.counterparty_iban)) return false;
  if (differ(one.counterparty_bin, other.counterparty_bin)) return false;
  return bothNumbers || bothPurposes;
}

/** A table program takes the noughts off a number. */
const numberWords = (number: string) => plainWords(number).replace(/^0+/, '');

const differ = (one: string | null, other: string | null) => one !== null && other !== null && one !== other;
