import { StoreAway } from '../adapters/file-store/file-store.ts';
import { TargetAway } from '../adapters/backup-target/backup-target.ts';
import { BackupRefused } from '../platform/backup/manifest.ts';
import { ConfigError } from '../platform/config.ts';
import { StartRefused } from '../platform/start-refused.ts';

/** What was found at one place. `unknown`: it could not be looked at from here, which is no fault. */
export interface Finding {
  state: 'ok' | 'wrong' | 'unknown';
  /** What it is, and of a fault how to mend it, in sentences for the operator. */
  says: string;
}

export const ok = (says: string): Finding => ({ state: 'ok', says });
export const wrong = (says: string): Finding => ({ state: 'wrong', says });
export const unknown = (says: string): Finding => ({ state: 'unknown', says });

/** Their messages are sentences that say how to mend it. */
const SAID_IN_A_SENTENCE = [BackupRefused, ConfigError, StartRefused, StoreAway, TargetAway];

/** Makes a finding of whatever a look throws, so that it keeps no other look from being taken. */
export async function look(at: string, find: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await find();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const is_sentence = SAID_IN_A_SENTENCE.some((kind) => error instanceof kind);
    return [wrong(is_sentence ? message : `Looking at ${at} failed: ${message}`)];
  }
}
