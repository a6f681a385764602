/** One allowed change of state: who may do what from where, and where it leads. */
export interface Move<State extends string, Action extends string, Side extends string> {
  from: State;
  action: Action;
  by: Side;
  to: State;
}

export interface StateTable<State extends string, Action extends string, Side extends string> {
  states: readonly State[];
  moves: readonly Move<State, Action, Side>[];
  /** The state an action of a side leads to from here, or null when it may not happen. */
  next(from: State, action: Action, by: Side): State | null;
  /** What a side may do from here; screens show buttons by it. */
  actions(from: State, by: Side): Action[];
}

/** Makes the table; a double row is a programmer's error and throws at start. */
export function stateTable<State extends string, Action extends string, Side extends string>(
  states: readonly State[],
  moves: readonly Move<State, Action, Side>[],
): StateTable<State, Action, Side> {
  const index = new Map<string, State>();
  for (const move of moves) {
    const key = `${move.from}|${move.action}|${move.by}`;
    if (index.has(key)) throw new Error(`double move ${key}`);
    index.set(key, move.to);
  }
  return {
    states,
    moves,
    next: (from, action, by) => index.get(`${from}|${action}|${by}`) ?? null,
    actions: (from, by) => [
      ...new Set(moves.filter((move) => move.from === from && move.by === by).map((move) => move.action)),
    ],
  };
}
