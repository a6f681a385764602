import { USUAL_LOOK, type ListLook, type ListName } from '@kelisim/shared/features/lists/list-look.ts';
import { IconColumns3 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import type { Column } from '../../ui/data-table.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { orderedBy } from './ordered-by.ts';

const LookWindow = onDemand(() => import('./look-window.tsx'));

/** The columns of a list as this person wants them, and the button that changes it; spread on `ListTable`. */
export function useLook<Row>(
  list: ListName,
  columns: readonly Column<Row>[],
): { columns: Column<Row>[]; density: ListLook['density']; aside: ReactNode } {
  const t = useTexts('ui');
  const { data: looks } = useCall('lists.looks', undefined, { staleTime: Infinity });
  const look = looks?.find((one) => one.list === list) ?? USUAL_LOOK;
  return {
    columns: orderedBy(look.columns, columns),
    density: look.density,
    aside: looks && (
      <LookWindow
        button={
          <button type="button" className="k-press k-line k-inline k-second mantine-visible-from-sm">
            <IconColumns3 size={16} aria-hidden />
            {t('look.title')}
          </button>
        }
        columns={columns.map(({ key, title }) => ({ key, title })).filter(({ title }) => title !== '')}
        look={look}
        list={list}
      />
    ),
  };
}
