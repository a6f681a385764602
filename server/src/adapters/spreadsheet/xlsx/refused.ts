import type { ReadError } from '../spreadsheet.ts';

/** Ends the reading of a file wherever it happens to be; the worker turns it into the result. */
export class TableRefused extends Error {
  readonly code: ReadError;
  constructor(code: ReadError) {
    super(`The table was refused: ${code}`);
    this.name = 'TableRefused';
    this.code = code;
  }
}
