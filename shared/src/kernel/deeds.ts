import type { EmployeeRight } from './rights.ts';
import { stateTable, type StateTable } from './state-machine.ts';

/**
 * A deed over a paper, described once. The table of moves, the access of its calls, the rights of its runs, the buttons
 * and the questions of the pages are all made from this.
 */
export interface Deed<State extends string = string, Side extends string = string> {
  /** From which states, by whom, and where it leads; `same` where the state stays. */
  moves: readonly { from: readonly State[]; by: readonly Side[]; to: State | 'same' }[];
  /** The right of an employee; a director and an executor have them all. */
  right?: EmployeeRight;
  /** `likely` may be the first thing to do now, `final` cannot be taken back. Without it there is no button. */
  button?: 'likely' | 'plain' | 'final';
  /** Also over many at once, as a run. */
  many?: true;
  /** `required` by the call, or only `asked` for by the page. */
  reason?: 'required' | 'asked';
}

type PersonOf<D extends Deed> = Extract<D['moves'][number]['by'][number], 'business' | 'executor'>;
type RightOf<D extends Deed> = D extends { right: infer R } ? { right: R } : unknown;

/** Who may make the call of a deed, worked out of the sides that have a move. */
export type AccessOf<D extends Deed> = [PersonOf<D>] extends ['executor']
  ? { who: 'executor' }
  : ([PersonOf<D>] extends ['business'] ? { who: 'business' } : { who: 'user' }) & RightOf<D>;

/** Returns the access of the calls of a deed. */
export function accessOf<const D extends Deed>(deed: D): AccessOf<D> {
  const sides = new Set(deed.moves.flatMap(({ by }) => by));
  const right = deed.right ? { right: deed.right } : {};
  const access = !sides.has('business')
    ? { who: 'executor' }
    : { who: sides.has('executor') ? 'user' : 'business', ...right };
  return access as AccessOf<D>;
}

/** Makes the table of moves of the deeds of a paper. */
export function tableOf<State extends string, Action extends string, Side extends string>(
  states: readonly State[],
  deeds: Partial<Record<Action, Deed<State, Side>>>,
): StateTable<State, Action, Side> {
  const actions = Object.keys(deeds) as Action[];
  return stateTable<State, Action, Side>(
    states,
    actions.flatMap((action) =>
      // Its key was just read off it.
      deeds[action]!.moves.flatMap(({ from, by, to }) =>
        from.flatMap((state) =>
          by.map((side) => ({ from: state, action, by: side, to: to === 'same' ? state : to })),
        ),
      ),
    ),
  );
}

/** The deeds of which a person of a side has a button, were the state right, in the order of the buttons. */
export function buttonsOf<Action extends string>(
  deeds: Partial<Record<Action, Deed>>,
  by: 'business' | 'executor',
  rights: ReadonlySet<EmployeeRight> | 'all',
): Action[] {
  return (Object.keys(deeds) as Action[]).filter((action) => {
    // Its key was just read off it.
    const { button, right } = deeds[action]!;
    if (!button) return false;
    return by === 'executor' || rights === 'all' || !right || rights.has(right);
  });
}
