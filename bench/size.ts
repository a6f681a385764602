/** True under `BENCH_SIZE=small`, in which `npm test` runs every bench: it shows that they work, not how fast. */
export const isSmall = process.env.BENCH_SIZE === 'small';

export const sized = <T>(whole: T, small: T): T => (isSmall ? small : whole);
