/** Parts of an electronic invoice or act that ИС ЭСФ may refuse; their names stand in the texts of `esf`. */
export const ESF_FIELDS = [
  'number',
  'date',
  'turnover_date',
  'signer_name',
  'seller_tin',
  'seller_name',
  'seller_address',
  'seller_bank',
  'customer_tin',
  'customer_name',
  'customer_address',
  'customer_bank',
  'contract',
  'lines',
  'line_description',
  'line_unit',
  'line_quantity',
  'line_amount',
  'related',
  'vat',
] as const;
export type EsfFieldName = (typeof ESF_FIELDS)[number];

/** Why a part would be refused. */
export const ESF_RULES = [
  'missing',
  'wrong',
  'characters',
  'future',
  'after_date',
  'same_party',
  'not_product',
  'below_nothing',
  'nothing',
  'not_wanted',
] as const;
export type EsfRule = (typeof ESF_RULES)[number];
