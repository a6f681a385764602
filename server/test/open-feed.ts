import { vi } from 'vitest';
import { PATIENT } from './patience.ts';

/**
 * Begins a feed of events. Whoever asks first is told to come again (`busy`) while a transaction runs that began before,
 * and other tests keep some open in the same server for longer than the product waits.
 */
export const openFeed = <T>(ask: () => Promise<T>): Promise<T> => vi.waitFor(ask, PATIENT);
