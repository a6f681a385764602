/** What is shown of a number or an address to who need not know it whole (decisions 16). */

/** `+77011234567` → `+7 701 ••• •• 67`, on one line as `formatPhone` has it. */
export function maskPhone(phone: string): string {
  return ['+7', phone.slice(2, 5), '•••', '••', phone.slice(-2)].join('\u00A0');
}

/** `aliya@example.kz` → `a•••@example.kz`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
