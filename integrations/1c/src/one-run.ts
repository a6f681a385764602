import type { Kelisim } from '../../../sdk/ts/src/client.ts';
import { KelisimError } from '../../../sdk/ts/src/kelisim-error.ts';
import { BaseError, type Base } from './odata.ts';

/** What the steps of a run share. */
export interface Exchange {
  kelisim: Kelisim;
  base: Base;
  /** The organization of the key’s company in the base. */
  organization: string;
  /** What a person has to decide. */
  tell: (message: string) => void;
}

/** What one thing is refused does not stop the others; a lost connection or key does. */
export async function tryOne({ tell }: Exchange, what: string, deed: () => Promise<unknown>): Promise<void> {
  try {
    await deed();
  } catch (error) {
    const stops =
      error instanceof KelisimError
        ? error.status === 0 ||
          error.status === 401 ||
          error.status === 403 ||
          error.status === 429 ||
          error.status >= 500
        : !(error instanceof BaseError) || error.is_passing;
    if (stops) throw error;
    tell(`${what}: ${(error as Error).message}`);
  }
}

/** With a semicolon, so that `act 7` is not found in `act 71`. */
export const markOf = (kind: 'act' | 'payment', id: number) => `Kelisim ${kind} ${id};`;
