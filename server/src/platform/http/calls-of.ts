import type { Call } from '@kelisim/shared/kernel/call.ts';
import type { Config } from '../config.ts';

/** The calls that an installation has: elsewhere the others do not exist. */
export function callsOf(
  calls: Record<string, Call>,
  { sandbox, stand }: Pick<Config, 'sandbox' | 'stand'>,
): Record<string, Call> {
  const isThere = (of: Call['sandbox']) => of === undefined || (sandbox && (!stand || of !== true));
  return Object.fromEntries(Object.entries(calls).filter(([, call]) => isThere(call.sandbox)));
}
