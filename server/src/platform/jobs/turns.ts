/** How many runs one process works on at once: in all, and of one company. */
export interface TurnLimits {
  at_once: number;
  of_company: number;
}

export interface Turns {
  /** Resolves when it is this company's turn. The returned function ends the turn. */
  take(company_id: number): Promise<() => void>;
  /** Returns true if another run would get the place of this company's run now. */
  isWanted(company_id: number): boolean;
  /** Companies whose runs wait here. */
  waiting(): number[];
}

/**
 * Gives the places of this process to companies in turn: one that has many runs waits for its next turn behind every
 * company that waits already. Runs of one company keep their order.
 */
export function makeTurns({ at_once, of_company }: TurnLimits): Turns {
  let free = at_once;
  const working = new Map<number, number>();
  /** In the order of their turn. */
  const waiting = new Map<number, (() => void)[]>();

  const countOf = (company_id: number) => working.get(company_id) ?? 0;
  const hasRoom = (company_id: number) => free > 0 && countOf(company_id) < of_company;

  function begin(company_id: number): () => void {
    free -= 1;
    working.set(company_id, countOf(company_id) + 1);
    return () => {
      free += 1;
      const left = countOf(company_id) - 1;
      if (left > 0) working.set(company_id, left);
      else working.delete(company_id);
      beginNext();
    };
  }

  function beginNext(): void {
    const next = waiting.entries().find(([company_id]) => hasRoom(company_id));
    if (!next) return;
    const [company_id, [go, ...later]] = next;
    waiting.delete(company_id);
    if (later.length > 0) waiting.set(company_id, later);
    go?.();
  }

  return {
    async take(company_id) {
      const own = waiting.get(company_id);
      if (own || !hasRoom(company_id)) {
        return new Promise((resolve) => {
          waiting.set(company_id, [...(own ?? []), () => resolve(begin(company_id))]);
        });
      }
      return begin(company_id);
    },
    isWanted: (company_id) =>
      waiting.keys().some((other) => other === company_id || countOf(other) < of_company),
    waiting: () => [...waiting.keys()],
  };
}
