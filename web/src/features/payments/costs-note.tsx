import type { Costs } from '@kelisim/shared/features/taxes/standing.ts';
import { useTexts } from '../../platform/i18n.ts';
import css from './pay.module.css';

interface CostsNoteProps {
  payees: readonly { company_id: number; name: string; costs: Costs | null }[];
}

/** Which suppliers lessen no tax of the customer, or might not, and why; nothing where all do. */
export function CostsNote({ payees }: CostsNoteProps) {
  const t = useTexts('payments');
  const kinds = [
    { costs: 'not_deducted', title: 'not_deducted', why: 'not_deducted_why' },
    { costs: 'unknown', title: 'costs_unknown', why: 'costs_unknown_why' },
  ] as const;
  return kinds.map(({ costs, title, why }) => {
    const those = payees.filter((payee) => payee.costs === costs);
    if (those.length === 0) return null;
    return (
      <details key={costs} className={css.why}>
        <summary>{t(title, { count: those.length })}</summary>
        <p>{t(why)}</p>
        <ul>
          {those.map(({ company_id, name }) => (
            <li key={company_id}>{name}</li>
          ))}
        </ul>
      </details>
    );
  });
}
