import { Checkbox, Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import { useRef } from 'react';
import type { CSSProperties, MouseEvent, ReactElement, ReactNode } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { AppLink } from './app-link.tsx';
import { BULK_BAR_ID } from './bulk-bar.tsx';
import css from './data-table.module.css';
import { NothingFound } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { shownList } from './shown-list.ts';
import { toggled, toggledAll } from './selection.ts';
import type { RowKey } from './selection.ts';
import { useDelayed } from './use-delayed.ts';

export interface Column<Row> {
  /** Also the word that goes to `onSort` when `sortable`. */
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Sums, counts and dates stand at the right, in figures of one width. */
  align?: 'right';
  sortable?: boolean;
  /** CSS width; the columns without one share the rest. */
  width?: string;
  /**
   * Where it stands on a phone's card: `title` is the first line and carries the link, `aside` the right end of it,
   * `plain` a line of its own without its name, `none` is left out. Otherwise a line «name: value».
   */
  card?: 'title' | 'aside' | 'plain' | 'none';
}

export interface Sort {
  by: string;
  order: 'asc' | 'desc';
}

export interface DataTableProps<Row> {
  /** What the table lists, for those who hear it. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first answer is on its way. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => RowKey;
  /** Name of a row for its checkbox («Акт 2026/17»). */
  rowName: (row: Row) => string;
  /** Address of the row; the whole row is then a real link. */
  rowHref?: (row: Row) => string | undefined;
  /** The paper of a row can be looked at beside the list. */
  peeks?: boolean;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  selected?: ReadonlySet<RowKey>;
  onSelect?: (selected: Set<RowKey>) => void;
  /** New rows are on their way while the old ones are shown. */
  busy?: boolean;
  error?: unknown;
  onRetry?: () => void;
  /** Shown when there is nothing yet; `null` for what is only shown with rows. */
  empty: ReactElement | null;
  /** With it, an empty list means «nothing found», and this resets the filters. */
  onResetFilters?: () => void;
  skeletonRows?: number;
  /** Compact rows are 40 px high where there is room, and cut off what does not fit; pointing at it shows the whole. */
  density?: 'compact' | 'wide';
}

/** A list as a table, and as cards on a phone. Sorting, paging and selection live with the page, in the URL. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, error, label, busy } = props;
  const t = useTexts('ui');
  const late = useDelayed(rows === undefined);
  if (error && !rows) {
    return (
      <div className={css.frame}>
        <ErrorState
          title={t('table.failed')}
          error={error}
          hint={t('table.failed_hint')}
          onRetry={props.onRetry}
        />
      </div>
    );
  }
  if (rows?.length === 0) return <Nothing {...props} />;
  return (
    <div className={css.frame} aria-busy={busy || rows === undefined}>
      <table
        className={css.table}
        aria-label={label}
        role="table"
        data-checks={props.onSelect ? '' : undefined}
        data-density={props.density}
        onMouseOver={props.density === 'compact' ? showWhole : undefined}
      >
        <Head {...props} rows={rows ?? []} />
        <tbody role="rowgroup" className={busy ? css.busy : undefined}>
          {rows ? (
            <Rows {...props} rows={rows} />
          ) : (
            <SkeletonRows
              columns={props.columns}
              rows={props.skeletonRows ?? 8}
              late={late}
              select={!!props.onSelect}
            />
          )}
        </tbody>
      </table>
    </div>
  );
}

/** What a compact cell cuts off is shown while the pointer stays there. */
function showWhole({ target }: MouseEvent): void {
  const cut = (target as HTMLElement).closest<HTMLElement>('td .k-block, td');
  if (!cut || cut.scrollWidth <= cut.clientWidth) return;
  // Beside the link of a row stands the button of its peek.
  cut.title = (cut.querySelector<HTMLElement>(`.${css.link}`) ?? cut).innerText;
}

function Nothing<Row>({ onResetFilters, empty }: DataTableProps<Row>) {
  return (
    <div className={css.frame}>{onResetFilters ? <NothingFound onReset={onResetFilters} /> : empty}</div>
  );
}

function Head<Row>(props: DataTableProps<Row> & { rows: readonly Row[] }) {
  const { columns, sort, onSort, selected, onSelect, rows, rowKey } = props;
  const t = useTexts('ui');
  const keys = rows.map(rowKey);
  const count = keys.filter((key) => selected?.has(key)).length;
  return (
    <thead role="rowgroup">
      <tr role="row">
        {onSelect && (
          <th role="columnheader" className={css.check} data-title={t('table.select_page')}>
            <Checkbox
              aria-label={t('table.select_page')}
              checked={keys.length > 0 && count === keys.length}
              indeterminate={count > 0 && count < keys.length}
              onChange={() => onSelect(toggledAll(selected ?? new Set(), keys))}
            />
            {selected && selected.size > 0 && (
              <button
                type="button"
                className={`k-no-print ${css.toBar}`}
                onClick={() => document.getElementById(BULK_BAR_ID)?.focus()}
              >
                {t('table.to_bar')}
              </button>
            )}
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.key}
            role="columnheader"
            scope="col"
            data-align={column.align}
            data-title={column.title}
            style={{ width: column.width }}
            aria-sort={
              sort?.by === column.key ? (sort.order === 'asc' ? 'ascending' : 'descending') : undefined
            }
          >
            {column.sortable && onSort ? (
              <SortButton column={column} sort={sort} onSort={onSort} />
            ) : (
              column.title
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function SortButton<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort?: Sort;
  onSort: (sort: Sort) => void;
}) {
  const active = sort?.by === column.key;
  const Icon = !active ? IconArrowsSort : sort.order === 'asc' ? IconArrowUp : IconArrowDown;
  // A column of figures or dates is first wanted from the greatest down.
  const first = column.align === 'right' ? 'desc' : 'asc';
  const order = !active ? first : sort.order === 'asc' ? 'desc' : 'asc';
  return (
    <button
      type="button"
      className={`k-press k-no-print ${css.sort}`}
      data-active={active || undefined}
      onClick={() => onSort({ by: column.key, order })}
    >
      {column.title}
      <Icon size={14} aria-hidden />
    </button>
  );
}

function Rows<Row>(props: DataTableProps<Row> & { rows: readonly Row[] }) {
  const { rows, columns, rowKey, rowName, rowHref, peeks, selected, onSelect } = props;
  const t = useTexts('ui');
  const last = useRef<RowKey | null>(null);
  const linked = columns.find((column) => column.card === 'title') ?? columns[0];
  const shift = useRef(false);

  const onToggle = (key: RowKey) => {
    onSelect?.(toggled(selected ?? new Set(), rows.map(rowKey), key, shift.current ? last.current : null));
    last.current = key;
  };

  const keep = () => shownList.keep(rows.flatMap((one) => rowHref?.(one) ?? []));

  return rows.map((row) => {
    const key = rowKey(row);
    const href = rowHref?.(row);
    return (
      <tr
        key={key}
        role="row"
        className={`k-relative ${css.row}`}
        data-link={href ? true : undefined}
        data-selected={selected?.has(key) || undefined}
      >
        {onSelect && (
          <td role="cell" className={css.check}>
            <Checkbox
              aria-label={t('table.select_row', { name: rowName(row) })}
              checked={selected?.has(key) ?? false}
              onClick={(event) => {
                shift.current = event.shiftKey;
              }}
              onChange={() => onToggle(key)}
            />
          </td>
        )}
        {columns.map((column) => (
          <td
            key={column.key}
            role="cell"
            data-align={column.align}
            data-card={column.card ?? 'line'}
            data-shares={column.width?.endsWith('px') ? undefined : ''}
            data-title={column.title}
          >
            {href && column === linked ? (
              <>
                <AppLink href={href} className={`k-first k-medium k-unlined ${css.link}`} onClick={keep}>
                  {column.cell(row)}
                </AppLink>
                {peeks && (
                  <button
                    type="button"
                    className={`k-press k-no-print ${css.peek}`}
                    data-key="peek"
                    // The keyboard has a key for it.
                    tabIndex={-1}
                    aria-label={`${t('table.peek')}: ${rowName(row)}`}
                    onClick={() => {
                      keep();
                      shownList.peek(href);
                    }}
                  >
                    {t('table.peek')}
                  </button>
                )}
              </>
            ) : (
              column.cell(row)
            )}
          </td>
        ))}
      </tr>
    );
  });
}

function SkeletonRows<Row>(props: {
  columns: readonly Column<Row>[];
  rows: number;
  late: boolean;
  select: boolean;
}) {
  const style: CSSProperties = { visibility: props.late ? undefined : 'hidden' };
  return Array.from({ length: props.rows }, (_row, at) => (
    <tr key={at} role="row" className={`k-relative ${css.row}`} style={style} aria-hidden>
      {props.select && <td className={css.check} />}
      {props.columns.map((column, i) => (
        <td
          key={column.key}
          data-align={column.align}
          data-card={column.card ?? 'line'}
          data-title={column.title}
        >
          <Skeleton h={12} w={`${60 + ((at * 7 + i * 13) % 35)}%`} className={css.skeleton} />
        </td>
      ))}
    </tr>
  ));
}
