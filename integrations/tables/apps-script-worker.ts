/* oxlint-disable unicorn/require-post-message-target-origin -- A port of a thread has no origin. */
import { createHash } from 'node:crypto';
import { receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';
import { runInNewContext } from 'node:vm';

/** A cell as a person sees it; dates are cells of their own kind. */
export type Cell = string | number | Date;
export interface Table {
  sheets: Record<string, Cell[][]>;
  properties: Record<string, string>;
}
export interface Asked extends Table {
  script: string;
  /** A function of the script. */
  run: string;
  locale: string;
  /** What a person types into the questions, one after another; null is Cancel. */
  typed: (string | null)[];
  turn: Int32Array;
  port: MessagePort;
}
export interface Done extends Table {
  toasts: string[];
  alerts: string[];
  menu: string[];
  slept: number[];
  fault: string | null;
}
export interface Fetched {
  status: number;
  text: string;
  headers: Record<string, string>;
}

const asked = workerData as Asked;
const { sheets, properties, typed } = asked;
const done: Done = { sheets, properties, toasts: [], alerts: [], menu: [], slept: [], fault: null };

/** The thread waits, as Apps Script does, while the other one asks. */
function fetchNow(url: string, options: object): Fetched {
  asked.port.postMessage({ url, options });
  Atomics.wait(asked.turn, 0, 0);
  Atomics.store(asked.turn, 0, 0);
  return receiveMessageOnPort(asked.port)?.message as Fetched;
}

/** As the table takes it: an apostrophe marks a text, and what begins with `=` would be run. */
function typeIn(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell;
  if (/^[=+\-@]/.test(cell)) throw new Error(`A formula was written: ${cell}`);
  return cell.replace(/^'/, '');
}

const sheetOf = (name: string) => {
  const rows = sheets[name];
  if (!rows) return null;
  return {
    getLastRow: () => rows.findLastIndex((row) => row?.some((cell) => cell !== '')) + 1,
    setFrozenRows: () => undefined,
    getRange: (row: number, column: number, height: number, width: number) => {
      const at = Array.from({ length: height }, (_, y) =>
        Array.from({ length: width }, (_, x) => [row + y - 1, column + x - 1] as const),
      );
      return {
        getValues: () => at.map((line) => line.map(([y, x]) => rows[y]?.[x] ?? '')),
        clearContent: () => at.flat().forEach(([y, x]) => ((rows[y] ??= [])[x] = '')),
        setValues: (values: Cell[][]) => {
          if (values.length !== height || values.some((line) => line.length !== width))
            throw new Error('The number of cells differs from the range.');
          at.flat().forEach(
            ([y, x]) => ((rows[y] ??= [])[x] = typeIn(values[y - row + 1]?.[x - column + 1] ?? '')),
          );
        },
      };
    },
  };
};

const menu = {
  addItem: (_: string, run: string) => (done.menu.push(run), menu),
  addSeparator: () => menu,
  addToUi: () => undefined,
};
const Button = { OK: 'OK', CANCEL: 'CANCEL' };
const host = {
  SpreadsheetApp: {
    getUi: () => ({
      Button,
      ButtonSet: { OK_CANCEL: 'OK_CANCEL' },
      createMenu: () => menu,
      alert: (text: string) => done.alerts.push(text),
      prompt: () => {
        const said = typed.shift() ?? null;
        return {
          getSelectedButton: () => (said === null ? Button.CANCEL : Button.OK),
          getResponseText: () => said ?? '',
        };
      },
    }),
    getActiveSpreadsheet: () => ({
      getSpreadsheetTimeZone: () => 'Asia/Almaty',
      getSheetByName: sheetOf,
      insertSheet: (name: string) => ((sheets[name] = []), sheetOf(name)),
      toast: (text: string) => done.toasts.push(text),
    }),
  },
  PropertiesService: {
    getUserProperties: () => ({
      getProperties: () => ({ ...properties }),
      setProperty: (name: string, value: string) => (properties[name] = value),
    }),
  },
  Session: { getActiveUserLocale: () => asked.locale },
  UrlFetchApp: {
    fetch: (url: string, options: object) => {
      const { status, text, headers } = fetchNow(url, options);
      return { getResponseCode: () => status, getContentText: () => text, getHeaders: () => headers };
    },
  },
  Utilities: {
    DigestAlgorithm: { SHA_256: 'sha256' },
    Charset: { UTF_8: 'utf8' },
    // Bytes of Java have a sign.
    computeDigest: (name: string, text: string) => [...new Int8Array(createHash(name).update(text).digest())],
    formatDate: (date: Date, timeZone: string, pattern: string) => {
      if (pattern !== 'yyyy-MM-dd') throw new Error(`The pattern ${pattern} was not foreseen`);
      return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(
        new Date(Number(date)),
      );
    },
    sleep: (ms: number) => done.slept.push(ms),
  },
};

try {
  runInNewContext(`${asked.script}\n${asked.run}();`, host);
} catch (error) {
  done.fault = String(error);
}
asked.port.postMessage(done);
asked.port.close();
