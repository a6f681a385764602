/** What a bill says of who issues it, in the order in which it is asked and told. */
export const SELLER_FIELDS = [
  'name',
  'bin',
  'address',
  'bank_name',
  'bic',
  'iban',
  'kbe',
  'knp',
  'vat_percentage',
] as const;
