import { pino, type Logger } from 'pino';

export type Log = Logger;

/**
 * One JSON line per event. Paths are logged as route patterns and inputs not at all, so that numbers of people,
 * phones, codes and tokens never reach a log.
 */
export function makeLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
