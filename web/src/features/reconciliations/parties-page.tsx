import { useUrlState } from '../../platform/url-state.ts';
import { PartiesOfPeriod } from './parties-of-period.tsx';
import { readActs } from './reconciliations.data.ts';
import { SentActs } from './sent-acts.tsx';

/** The company’s reconciliation acts: every counterparty of a period, or what waits for the company. */
export default function PartiesPage() {
  const [wish, change] = useUrlState(readActs);
  return wish.waiting ? (
    <SentActs side="business" wish={wish} onChange={change} />
  ) : (
    <PartiesOfPeriod wish={wish} onChange={change} />
  );
}
