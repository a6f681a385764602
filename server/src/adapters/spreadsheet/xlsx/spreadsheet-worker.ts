import { serveTasks } from '../../../platform/serve-tasks.ts';
import type { ReadOptions } from '../spreadsheet.ts';
import { readRows } from './read-rows.ts';
import { writeBook } from './write-book.ts';

/** Runs in a worker thread. */
const tasks = {
  readRows: ({ xlsx, options }: { xlsx: Uint8Array; options: ReadOptions }) => readRows(xlsx, options),
  writeBook,
};
export type SpreadsheetTasks = typeof tasks;

serveTasks(tasks);
