/**
 * What a template of a contract may ask for: `{name}` in the Word file. The names of a field in words stand in
 * `texts/<locale>/templates.ts`. Whatever else stands between braces is refused when the template is uploaded.
 */
export const TEMPLATE_FIELDS = [
  'contract_number',
  'contract_title',
  'contract_date',
  'start_date',
  'end_date',
  'city',
  'company_name',
  'company_bin',
  'company_address',
  'company_phone',
  'company_email',
  'company_director',
  'company_director_position',
  'company_bank',
  'company_iban',
  'company_bic',
  'company_kbe',
  'executor_name',
  'executor_iin',
  'executor_person',
  'executor_address',
  'executor_phone',
  'executor_email',
  'executor_bank',
  'executor_iban',
  'executor_bic',
  'executor_kbe',
] as const;
export type TemplateField = (typeof TEMPLATE_FIELDS)[number];

export function isTemplateField(name: string): name is TemplateField {
  return (TEMPLATE_FIELDS as readonly string[]).includes(name);
}

/** Who has to fill in what is missing: it is said beside the list of what cannot be filled. */
export function filledBy(field: TemplateField): 'contract' | 'company' | 'executor' {
  if (field === 'city' || field.startsWith('company_')) return 'company';
  return field.startsWith('executor_') ? 'executor' : 'contract';
}

/** How a template list may be ordered; the first is the order without a wish. */
export const TEMPLATE_SORTS = ['-created_at', 'created_at', 'name', '-name'] as const;
export type TemplateSort = (typeof TEMPLATE_SORTS)[number];
