/** A question that calls wait for: asked once, however many of them meet it at the same time. */
export function makeQuestion<About>() {
  let waiting: { about: About; promise: Promise<boolean>; answer: (yes: boolean) => void } | null = null;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    ask(about: About): Promise<boolean> {
      if (!waiting) {
        let answer: (yes: boolean) => void = () => undefined;
        const promise = new Promise<boolean>((done) => {
          answer = done;
        });
        waiting = { about, promise, answer };
        tell();
      }
      return waiting.promise;
    },
    answer(yes: boolean): void {
      waiting?.answer(yes);
      waiting = null;
      tell();
    },
    /** What is asked now; null for nothing. */
    about: (): About | null => waiting?.about ?? null,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
