/** `TESTS=whole`, which `npm run prove whole` sets, tries in full what `npm test` tries in a smaller size. */
export const isWhole = process.env.TESTS === 'whole';
