import type { EmployeeRight } from '@kelisim/shared/kernel/rights.ts';
import { useMemo } from 'react';
import { useMe, whoIs } from '../../platform/use-who.ts';

/** Who looks at the acts: their side of them and what they may do. */
export interface Actor {
  side: 'business' | 'executor';
  rights: ReadonlySet<EmployeeRight>;
  /** The company signs only what its executor has signed. */
  executor_first: boolean;
  /** Whose local drafts these are; null until the person is known. */
  place: string | null;
}

const nobody: Actor = { side: 'business', rights: new Set(), executor_first: false, place: null };

/** The guard of the page has read the person already, so this is there at the first render. */
export function useActor(): Actor {
  const me = useMe();
  return useMemo(
    () =>
      me?.role
        ? {
            side: me.role,
            rights: new Set(me.rights),
            executor_first: me.company?.executor_signs_first ?? false,
            place: whoIs(me),
          }
        : nobody,
    [me],
  );
}
