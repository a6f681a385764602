import type { Meter } from '@opentelemetry/api';
import { CALL_CLASSES, type CallClass } from '../http/call-class.ts';

/** Tells how many calls were refused because this process was behind, by the class of the call. */
export function measureLoad(meter: Meter, refused: Readonly<Record<CallClass, number>>): void {
  meter.createObservableCounter('kelisim.calls.shed').addCallback((result) => {
    for (const of of CALL_CLASSES) result.observe(refused[of], { class: of });
  });
}
