import { z } from 'zod';

/** What the public register of companies says of the asked number. */
export const registerAnswer = z.object({
  status: z.enum(['found', 'unknown', 'silent', 'not_asked']),
  name: z.string().nullable(),
  name_kz: z.string().nullable(),
  ceo: z.string().nullable(),
  address: z.string().nullable(),
  oked: z.string().nullable(),
});
