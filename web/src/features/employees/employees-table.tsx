import type { Employee } from '@kelisim/shared/features/employees/employees.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { ROLE_DIRECTOR } from '@kelisim/shared/kernel/rights.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import type { Column } from '../../ui/data-table.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import css from './employees.module.css';

export type EmployeeDeed = 'rights' | 'deputy' | 'end_deputy' | 'remove';

interface Viewer {
  user_id: number | undefined;
  is_director: boolean;
  may_change: boolean;
}

export function useEmployeeColumns(
  viewer: Viewer,
  onDeed: (deed: EmployeeDeed, employee: Employee) => void,
): Column<Employee>[] {
  const t = useTexts('employees');
  const f = useFormats();
  const deedsOf = (row: Employee) => {
    if (!viewer.may_change || row.role_id === ROLE_DIRECTOR || row.user_id === viewer.user_id) return [];
    const deed = (key: EmployeeDeed, label: string, tone?: 'bad') => ({
      label,
      ...(tone ? { tone } : {}),
      onClick: () => onDeed(key, row),
    });
    return [
      ...(viewer.is_director ? [deed('rights', t('change')), deed('deputy', t('name_deputy'))] : []),
      ...(isAhead(row) ? [deed('end_deputy', t('end_deputy'))] : []),
      deed('remove', t('remove'), 'bad'),
    ];
  };
  return [
    {
      key: 'name',
      title: t('column.name'),
      card: 'title',
      width: '30%',
      cell: (row) => (
        <>
          {row.full_name}
          {row.user_id === viewer.user_id && (
            <span className={`k-quiet k-small k-plain ${css.you}`}>{t('you')}</span>
          )}
          <span className="k-under">
            {[row.email, row.phone && f.phone(row.phone)].filter(Boolean).join(' · ')}
          </span>
        </>
      ),
    },
    {
      key: 'rights',
      title: t('column.rights'),
      card: 'plain',
      cell: (row) => (
        <div className={css.may}>
          {row.role_id === ROLE_DIRECTOR ? (
            <TwoLines under={t('all_rights')}>{t('director')}</TwoLines>
          ) : (
            row.rights.map((right) => t(`rights.${right}`)).join(' · ') || t('no_rights')
          )}
          <Deputy row={row} />
        </div>
      ),
    },
    {
      key: 'last_login',
      title: t('column.last_login'),
      width: '170px',
      align: 'right',
      cell: (row) => (row.last_login ? f.relative(row.last_login) : t('never')),
    },
    ...(viewer.may_change
      ? [
          {
            key: 'deed',
            title: t('column.deed'),
            width: '96px',
            align: 'right',
            card: 'aside',
            cell: (row) => <RowMenu label={t('deeds_of', { name: row.full_name })} deeds={deedsOf(row)} />,
          } satisfies Column<Employee>,
        ]
      : []),
  ];
}

const isAhead = ({ deputy }: Employee) => deputy !== null && deputy.until >= almatyDate(new Date());

function Deputy({ row }: { row: Employee }) {
  const t = useTexts('employees');
  const f = useFormats();
  if (!row.deputy && row.approves_from)
    return <span className="k-under">{t('approves_from', { time: f.moment(row.approves_from) })}</span>;
  if (!row.deputy) return null;
  const [from, until] = [f.date(row.deputy.from), f.date(row.deputy.until)];
  if (row.deputy.is_now)
    return <span className="k-block k-accent k-small">{t('deputy_now', { until })}</span>;
  return (
    <span className="k-under">
      {isAhead(row) ? t('deputy_later', { from, until }) : t('deputy_was', { until })}
    </span>
  );
}
