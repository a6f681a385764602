import type { Watcher } from '../../platform/jobs/watch.ts';
import type { Parts } from '../../parts.ts';
import { askRegisters } from './ask-registers.ts';

export function taxWatchers(parts: Parts): Watcher[] {
  return [{ name: 'taxes.registers', every_ms: 10_000, run: () => askRegisters(parts, { ids: null }) }];
}
