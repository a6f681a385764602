import fc from 'fast-check';
import type { TaxedPerson } from '../src/features/taxes/reckon-individual.ts';

/** Anybody whose taxes are reckoned. */
export const taxedPerson = fc.record({
  base_deduction: fc.boolean(),
  nonresident: fc.boolean(),
  no_opv: fc.boolean(),
  no_vosms: fc.boolean(),
  no_so: fc.boolean(),
  disability: fc.constantFrom('1_2', '3', null),
}) satisfies fc.Arbitrary<TaxedPerson>;
