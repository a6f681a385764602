import { answersFile, type Call } from '@kelisim/shared/kernel/call.ts';
import { z } from 'zod';

/**
 * What a call may be refused for while the process is overloaded: `list` (lists, statistics, searches, exports) first,
 * `usual` when that is not enough, `vital` (signing in, signing, paying) never.
 */
export const CALL_CLASSES = ['list', 'usual', 'vital'] as const;
export type CallClass = (typeof CALL_CLASSES)[number];

const VITAL_FEATURES = [
  'auth',
  'factors',
  'signing',
  'certificates',
  'qr',
  'quick_sign',
  'key_store',
  'jobs',
  'live',
  'registration',
];
/** Deeds and what a page asks for on the way to them. */
const VITAL_DEEDS =
  /^(sign|pay|approve|preview|explain|decide|get|file|make|callback|prepare|confirm|qr|check)(_|$)/;
/** Where the deeds above sign or pay. */
const SIGNED_OR_PAID = ['acts', 'documents', 'payments', 'esf', 'reconciliations'];
const LISTING_FEATURES = ['statistics', 'search', 'home'];
const EXPORTS = /spreadsheetml|zip/;

/** Derives the class of a call from its name and its contract. */
export function classOf(name: string, call: Call): CallClass {
  const [feature = '', deed = ''] = name.split('.');
  const is_list = call.method === 'GET' && call.answer instanceof z.ZodObject && 'pages' in call.answer.shape;
  if (is_list) return 'list';
  if (VITAL_FEATURES.includes(feature)) return 'vital';
  if (SIGNED_OR_PAID.includes(feature) && VITAL_DEEDS.test(deed)) return 'vital';
  if (LISTING_FEATURES.includes(feature)) return 'list';
  return answersFile(call) && EXPORTS.test(call.answer.file) ? 'list' : 'usual';
}
