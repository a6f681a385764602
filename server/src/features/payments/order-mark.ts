import { randomBytes } from 'node:crypto';

/** The mark by which a bank and a statement know an order: it stands in the purpose or beside it. */
export const newMark = (): string => `KLS${randomBytes(10).toString('hex').toUpperCase()}`;

/** The marks in the words of a statement. */
export const MARKS = /KLS[0-9A-F]{20}/g;
