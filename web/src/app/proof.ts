import type { ProofKind } from '../platform/http.ts';
import { makeQuestion } from './question.ts';

/** A call waits for a fresh proof of who the person is. */
export const proof = makeQuestion<{ how: ProofKind; call: string }>();
