import { roleOf } from '@kelisim/shared/kernel/rights.ts';
import { nameOnPaper } from '@kelisim/shared/kernel/name-on-paper.ts';
import { useState } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { switchCompany } from '../../platform/switch-company.ts';
import { hrefWith, searchList, searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useMe } from '../../platform/use-who.ts';
import { toasts } from '../../ui/toasts.ts';

const MOST_COMPANIES = 50;

/** The companies in their order, and which of them has its turn; past the last one all is told. */
const read = (raw: RawSearch) => ({
  queue: searchList(raw, 'queue')
    .filter((id) => /^[1-9]\d{0,8}$/.test(id))
    .map(Number)
    .slice(0, MOST_COMPANIES),
  step: searchWhole(raw, 'step', 1),
});

/**
 * Signing for each of a person's companies in turn. The queue stands in the address, so a page that was closed goes on where
 * it was; what is still to be signed the server says. A company is gone over to by a press only, never by an address alone.
 */
export function useSignInTurn() {
  const t = useTexts('home');
  const locale = useLocale();
  const me = useMe();
  const own = me?.companies ?? [];
  const waiting = useCall('home.companies_to_sign', undefined, {
    enabled: own.length > 1,
    refetchInterval: 60_000,
  });
  const [{ queue, step }, change] = useUrlState(read);
  const [isLeaving, setLeaving] = useState(false);
  const acts = waiting.data ?? [];
  const placeOf = (id: number) => {
    const company = own.find((one) => one.id === id);
    return {
      id,
      name: company ? nameOnPaper(company, locale) : null,
      count: acts.find((one) => one.id === id)?.count ?? 0,
    };
  };
  const isHere = ({ id }: { id: number }) => id === me?.company?.id;
  const goTo = async (ids: readonly number[], next: number) => {
    const company = own.find(({ id }) => id === ids[next - 1]);
    const place = { queue: ids, step: next };
    setLeaving(true);
    if (!company || isHere(company)) {
      // What was signed a moment ago is not told as left.
      await waiting.refetch();
      setLeaving(false);
      return change({ ...place, do: company && 'sign' });
    }
    try {
      const home = `/lk/${roleOf(company.role_id)}`;
      await switchCompany(company.id, hrefWith(home, { ...place, do: 'sign' }));
    } catch (reason) {
      toasts.error(errorText(reason));
      change({ ...place, do: undefined });
      setLeaving(false);
    }
  };
  const current = queue[step - 1];
  const following = queue[step];
  return {
    /** Nothing of the page is shown before it is known: it would be pushed down. */
    isComing: waiting.isLoading && waiting.failureCount === 0,
    /** Somebody else's turn than this company's: otherwise its own button is enough. */
    offers: acts.some((one) => !isHere(one)),
    /** The company at hand first: it needs no change of company. */
    waiting: [...acts.filter(isHere), ...acts.filter((one) => !isHere(one))].map(({ id }) => placeOf(id)),
    places: queue.map(placeOf),
    step,
    now: current === undefined ? null : placeOf(current),
    isLeaving,
    goTo: (ids: readonly number[], next: number) => void goTo(ids, next),
    leave: () => change({ queue: undefined, step: undefined }),
    /** The last button of the signing of this company leads on. */
    next:
      current === undefined || current !== me?.company?.id
        ? undefined
        : {
            label:
              following === undefined
                ? t('in_turn.to_end')
                : t('in_turn.next', { name: placeOf(following).name ?? '' }),
            go: () => void goTo(queue, step + 1),
          },
  };
}

export type SignInTurn = ReturnType<typeof useSignInTurn>;
