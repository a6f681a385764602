/** The clock of the product. Tests and demo data move it; nobody else calls `new Date()` for a moment of business. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands where it is put. */
export function movableClock(start: Date): Clock & { set(moment: Date): void } {
  let current = start;
  return {
    now: () => current,
    set: (moment) => {
      current = moment;
    },
  };
}
