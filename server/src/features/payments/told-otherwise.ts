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
  const open = Map.groupBy(known, keyOf);
  return rows.filter((row) => {
    const alike = open.get(keyOf(row)) ?? [];
    const at = alike.findIndex((one) => isSame(row, one));
    if (at >= 0) alike.splice(at, 1);
    return at < 0;
  });
}

const keyOf = ({ direction, day, amount_tiyn, currency }: Said) =>
  `${direction} ${day} ${amount_tiyn} ${currency}`;

/** Nothing that both say may differ, and one of the words by which a bank tells operations apart must be the same. */
function isSame(one: Said, other: Said): boolean {
  const [number, otherNumber] = [numberWords(one.number), numberWords(other.number)];
  const [purpose, otherPurpose] = [plainWords(one.purpose), plainWords(other.purpose)];
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
