import { BslError } from './parse-bsl.ts';
import { Raised, type Platform } from './run-bsl.ts';
import { Made } from './values.ts';

/** The managed lock of a base: a session waits for the transaction of another to end. What one has written is not taken back. */
export class DataLock {
  #holder: symbol | null = null;
  readonly #waiting: { session: symbol; go: () => void }[] = [];
  isHeldBy(session: symbol): boolean {
    return this.#holder === session;
  }
  take(session: symbol): Promise<void> | undefined {
    if (this.#holder === null) this.#holder = session;
    if (this.#holder === session) return undefined;
    return new Promise((go) => this.#waiting.push({ session, go }));
  }
  release(session: symbol): void {
    if (this.#holder !== session) return;
    const next = this.#waiting.shift();
    this.#holder = next?.session ?? null;
    next?.go();
  }
}

/** The transactions of one session, nested as 1C nests them, and the object that locks within them. */
export function makeTransactions(lock: DataLock) {
  const session = Symbol('session');
  let open = 0;
  const end = () => {
    if (open === 0) throw new Raised('Транзакция не активна');
    if ((open -= 1) === 0) lock.release(session);
  };
  const functions: Platform['functions'] = {
    НачатьТранзакцию: () => void (open += 1),
    ЗафиксироватьТранзакцию: end,
    ОтменитьТранзакцию: end,
  };
  const constructors: Platform['constructors'] = {
    БлокировкаДанных: () => {
      const spaces: Made[] = [];
      return new Made(
        {},
        {
          Добавить: ([space]) => {
            if (space !== 'Справочник.Организации') throw new BslError('no such space');
            const made = new Made({ Режим: undefined });
            spaces.push(made);
            return made;
          },
          Заблокировать: () => {
            if (open === 0) throw new Raised('Блокировка возможна только в транзакции');
            if (spaces.some((space) => space.get('Режим') !== 'Исключительный')) throw new BslError('shared');
            return lock.take(session);
          },
        },
      );
    },
  };
  return { functions, constructors, isOpen: () => open > 0, isLocked: () => lock.isHeldBy(session) };
}
