/** Kazakhstan's IBAN (ИИК): `KZ`, two check digits, three digits of the bank, thirteen letters or digits (ISO 13616). */

const KZ_IBAN = /^KZ\d{2}\d{3}[0-9A-Z]{13}$/;

/** Removes blanks and lifts the case, as people paste it. */
export function cleanIban(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase();
}

/** True for a Kazakhstan IBAN whose remainder modulo 97 is 1. */
export function isIban(value: string): boolean {
  if (!KZ_IBAN.test(value)) return false;
  return remainder(value.slice(4) + value.slice(0, 4)) === 1;
}

/** The three digits that name the bank. */
export function ibanBankCode(iban: string): string {
  return iban.slice(4, 7);
}

/** Makes a right IBAN of a bank code and thirteen characters of account. For made-up data. */
export function makeIban(bank_code: string, account: string): string {
  const check = 98 - remainder(`${bank_code}${account}KZ00`);
  return `KZ${String(check).padStart(2, '0')}${bank_code}${account}`;
}

function remainder(text: string): number {
  let rest = 0;
  for (const char of text) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}
