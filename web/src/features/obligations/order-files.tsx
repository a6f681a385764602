import { BUDGET_ORDER_FORMATS } from '@kelisim/shared/features/obligations/obligation-kinds.ts';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { SaveList } from '../../ui/save-list.tsx';

/** Saves the payment order to the budget, in a form that the bank's program takes. */
export function OrderFiles({ month }: { month: string }) {
  const t = useTexts('obligations');
  return (
    <div className="k-row k-gap-4">
      {BUDGET_ORDER_FORMATS.map((format) => (
        <SaveList
          key={format}
          label={t(`save_order.${format}`)}
          name={t('save_order_of', { kind: t('kind.ipn'), form: t(`save_order.${format}`) })}
          read={() => api.call('obligations.order_file', { query: { month, format } })}
        />
      ))}
    </div>
  );
}
