/** Phones are kept as `+7` and ten digits; what people type (8…, 7…, blanks, brackets) is normalised first. */

const MOBILE = /^\+77(0[0-8]|47|5[01]|6[0-4]|7[15-8])\d{7}$/;

/** `8 (701) 123-45-67` → `+77011234567`; null when it is no number of Kazakhstan's plan. */
export function normalisePhone(text: string): string | null {
  const digits = text.replace(/[\s()\-.]/g, '');
  const match = /^(?:\+?7|8)?(\d{10})$/.exec(digits);
  return match ? `+7${match[1]}` : null;
}

/** True for a normalised mobile number of Kazakhstan. */
export function isMobilePhone(phone: string): boolean {
  return MOBILE.test(phone);
}
