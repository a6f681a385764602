/** `+77011234567` → `+7701•••••67`: enough to know one's own, too little to ring somebody up. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 5)}${'•'.repeat(Math.max(0, phone.length - 7))}${phone.slice(-2)}`;
}

/** `aigul@example.kz` → `a••••@example.kz`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '••••' : `${email[0]}••••${email.slice(at)}`;
}
