/** Returns `small` under `BENCH_SIZE=small`, in which `npm test` runs every bench: it shows that they work, not how fast. */
export const sized = <T>(whole: T, small: T): T => (process.env.BENCH_SIZE === 'small' ? small : whole);
