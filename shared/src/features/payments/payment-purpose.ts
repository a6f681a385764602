/** What banks and the 1C file take of it (facts/domain.md 5). */
export const MAX_PURPOSE = 210;

/** What a template of a purpose may ask for, as `{act_number}`. */
export const PURPOSE_FIELDS = [
  'contract_number',
  'contract_date',
  'act_number',
  'act_date',
  'vat',
  'service',
] as const;
export type PurposeField = (typeof PURPOSE_FIELDS)[number];

/** Of a company that has set none (decisions 20). Banks read Russian. */
export const DEFAULT_PURPOSE =
  'Оплата по договору № {contract_number} от {contract_date}, акт выполненных работ № {act_number} от {act_date}, {vat}';

/** What stands between braces and is no field, or a brace alone; null where all is right. */
export function findOddField(template: string): string | null {
  for (const [whole, name = ''] of template.matchAll(/\{([^{}]*)\}/g)) if (!isField(name)) return whole;
  return /[{}]/.exec(template.replace(/\{[^{}]*\}/g, ''))?.[0] ?? null;
}

/**
 * The purpose of one payment. What is too long for a bank loses letters of the service first, then its end.
 *
 * @returns at most `MAX_PURPOSE` characters; `length` is how many there would have been
 */
export function fillPurpose(
  template: string,
  values: Readonly<Record<PurposeField, string>>,
): { text: string; length: number } {
  const put = (service: string) =>
    template
      .replace(/\{([^{}]*)\}/g, (whole, name: string) =>
        !isField(name) ? whole : name === 'service' ? service : values[name],
      )
      .replace(/\s+/g, ' ')
      .trim();
  const whole = [...put(values.service)];
  const over = whole.length - MAX_PURPOSE;
  if (over <= 0) return { text: whole.join(''), length: whole.length };
  const shorter = [...values.service].slice(0, -over).join('');
  return { text: [...put(shorter)].slice(0, MAX_PURPOSE).join('').trim(), length: whole.length };
}

function isField(name: string): name is PurposeField {
  return (PURPOSE_FIELDS as readonly string[]).includes(name);
}
