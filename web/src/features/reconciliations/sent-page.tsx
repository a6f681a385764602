import { useUrlState } from '../../platform/url-state.ts';
import { readActs } from './reconciliations.data.ts';
import { SentActs } from './sent-acts.tsx';

/** Reconciliation acts that customers have sent to this executor. */
export default function SentPage() {
  const [wish, change] = useUrlState(readActs);
  return <SentActs side="executor" wish={wish} onChange={change} />;
}
