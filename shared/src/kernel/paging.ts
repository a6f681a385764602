import { z } from 'zod';

/** What a client asks for beyond it is cut to it: the pages that follow have the rest. */
export const limitUpTo = (most: number, usual: number) =>
  z
    .int('field.limit')
    .min(1, 'field.limit')
    .transform((limit) => Math.min(limit, most))
    .default(usual);

/** Lists take `page` from 1 and `limit` up to 100, and answer `items`, `pages`, `total` (decisions 5). */
export const pageQuery = {
  page: z.int('field.page').min(1, 'field.page').max(1_000_000, 'field.page').default(1),
  limit: limitUpTo(100, 20),
};

export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    pages: z.int(),
    total: z.int(),
    /** False when there are more than `total`: counts are exact up to 10,000 unless an exact one is cheap. */
    is_exact: z.boolean(),
  });
}

export const COUNT_LIMIT = 10_000;

export function pagesOf(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit));
}
