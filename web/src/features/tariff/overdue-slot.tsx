import { Suspense, useEffect } from 'react';
import { dropCookie, writeCookie } from '../../platform/cookies.ts';
import { withTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { useMe } from '../../platform/use-who.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const COOKIE = 'tariff_plan_id';
const YEAR_S = 365 * 24 * 3600;

/** Most days nobody needs it, so the banner and its words come only when a bill is late. */
const Banner = lazyPart(() => withTexts(import('./overdue-banner.tsx'), ['tariff']));

/** Above every page of a company whose bill is overdue; keeps `tariff_plan_id` in its cookie. */
export function OverdueSlot() {
  const me = useMe();
  const company_id = me?.role === 'business' ? me.company?.id : undefined;
  const { data } = useCall(
    'tariff.overdue',
    { query: { company_id: company_id ?? 0 } },
    { enabled: company_id !== undefined, staleTime: 60_000 },
  );
  const plan_id = data?.tariff_plan_id;
  useEffect(() => {
    if (plan_id === undefined) return;
    if (plan_id === null) dropCookie(COOKIE);
    else writeCookie(COOKIE, String(plan_id), YEAR_S);
  }, [plan_id]);
  const [bill] = data?.items ?? [];
  if (!bill || !data?.blocks_on) return null;
  return (
    <Suspense>
      <Banner bill={bill} blocks_on={data.blocks_on} is_blocked={data.is_blocked} />
    </Suspense>
  );
}
