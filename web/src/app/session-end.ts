/** One question for all calls that met the end of the session at the same time. */
let waiting: { promise: Promise<boolean>; answer: (signedIn: boolean) => void } | null = null;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

export const sessionEnd = {
  /** Resolves true once the person has signed in again over the page. */
  ask(): Promise<boolean> {
    // On the way in there is no page to keep; the guard sends to the sign-in.
    if (location.pathname.startsWith('/auth/')) return Promise.resolve(false);
    if (!waiting) {
      let answer: (signedIn: boolean) => void = () => undefined;
      const promise = new Promise<boolean>((done) => {
        answer = done;
      });
      waiting = { promise, answer };
      tell();
    }
    return waiting.promise;
  },
  answer(signedIn: boolean): void {
    waiting?.answer(signedIn);
    waiting = null;
    tell();
  },
  leave(): void {
    sessionEnd.answer(false);
    location.assign('/auth/login');
  },
  isOpen: () => waiting !== null,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
