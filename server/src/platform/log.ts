import { pino, type DestinationStream, type Logger } from 'pino';
import { currentTrace } from './trace.ts';

export type Log = Logger;

/** Inputs are not logged, yet an error of a driver may quote one: of an API key its first characters are enough. */
const maskKeys = (line: string) =>
  line.includes('kls_') ? line.replaceAll(/(kls_(?:live|test)_[0-9A-Za-z]{8})[0-9A-Za-z]+/g, '$1…') : line;

/**
 * One JSON line per event, with what `base` says of the process and with the trace that it belongs to. Paths are logged as route patterns and inputs not at all, so that numbers of people,
 * phones, codes and tokens never reach a log.
 */
export function makeLog(
  level: string,
  base: Record<string, string> | null = null,
  destination: DestinationStream = pino.destination(1),
): Log {
  const options = {
    level,
    base,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => ({ ...currentTrace() }),
    hooks: { streamWrite: maskKeys },
  };
  return pino(options, destination);
}
