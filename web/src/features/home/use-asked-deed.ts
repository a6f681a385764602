import { useEffect, useRef } from 'react';
import { searchOneOf, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';

const read = (raw: RawSearch) => ({ deed: searchOneOf(raw, 'do', ['sign', 'pay']) });

/** `?do=sign` in the address, as the palette writes it, begins that deed once; going back does not begin it again. */
export function useAskedDeed(begin: { sign: () => void; pay?: () => void } | null): void {
  const [{ deed }, change] = useUrlState(read);
  const begun = useRef(false);
  useEffect(() => {
    if (!deed) begun.current = false;
    if (!deed || !begin || begun.current) return;
    begun.current = true;
    change({ do: undefined }, { replace: true });
    begin[deed]?.();
  }, [deed, begin, change]);
}
