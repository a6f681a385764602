/** The product's clock. Tests and demo data move it, so business code must not call `new Date()`. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Returns a clock that stays at the given time. */
export function movableClock(start: Date): Clock & { set(moment: Date): void } {
  let current = start;
  return {
    now: () => current,
    set: (moment) => {
      current = moment;
    },
  };
}
