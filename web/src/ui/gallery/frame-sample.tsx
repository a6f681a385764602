import { Button } from '@mantine/core';
import {
  IconBell,
  IconCash,
  IconChartBar,
  IconFileInvoice,
  IconFileText,
  IconHome,
  IconLifebuoy,
  IconPlus,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppFrame } from '../app-frame.tsx';
import { BulkBar } from '../bulk-bar.tsx';
import { DataTable } from '../data-table.tsx';
import type { Column, Sort } from '../data-table.tsx';
import { EmptyState } from '../empty-state.tsx';
import { FilterChips } from '../filter-chips.tsx';
import { ChoiceEditor, PeriodEditor } from '../filter-editors.tsx';
import { Money } from '../money.tsx';
import { PageHeader } from '../page-header.tsx';
import { Pager } from '../pager.tsx';
import type { RowKey } from '../selection.ts';
import { StatusDot } from '../status-dot.tsx';
import type { Tone } from '../status-dot.tsx';
import { ViewTabs } from '../view-tabs.tsx';

interface Row {
  id: number;
  number: string;
  party: string;
  bin: string;
  period: [string, string];
  amount: string;
  tone: Tone;
  state: string;
  date: string;
}

const parties = [
  'ИП Әбдірахманова Гүлнұр',
  'ТОО «Тұран Логистика және Экспедиторлық Қызметтер»',
  'Сериков Ерлан Қайратұлы',
];
const states: [Tone, string][] = [
  ['quiet', 'Черновик'],
  ['accent', 'Отправлен'],
  ['attention', 'Ждёт вашей подписи'],
  ['half', 'Подписан исполнителем'],
  ['good-ring', 'Подписан'],
  ['moving', 'Оплачивается'],
  ['good', 'Оплачен'],
  ['attention-ring', 'На исправлении'],
  ['bad-ring', 'Аннулирован'],
];
const rows: Row[] = Array.from({ length: 24 }, (_row, at) => ({
  id: at + 1,
  number: `2026/${1840 - at}`,
  party: parties[at % 3]!,
  bin: '950312400187',
  period: at % 4 === 3 ? ['2026-10-16', '2026-11-15'] : ['2026-10-01', '2026-10-31'],
  amount: ['12500.00', '4812300.50', '987654321.00', '0.99'][at % 4]!,
  tone: states[at % 9]![0],
  state: states[at % 9]![1],
  date: '2026-10-31',
}));

/** A list inside the frame of the cabinet. `?list=` is `empty`, `none`, `loading` or `failed`. */
export function FrameSample() {
  const t = useTexts('app');
  const f = useFormats();
  const list = new URLSearchParams(location.search).get('list');
  const [folded, setFolded] = useState(false);
  const [selected, setSelected] = useState<Set<RowKey>>(new Set(list ? [] : [2, 3]));
  const [sort, setSort] = useState<Sort>({ by: 'number', order: 'desc' });
  const [chosen, setChosen] = useState<string[]>(['sent', 'signed']);
  const columns: Column<Row>[] = [
    {
      key: 'number',
      title: 'Номер',
      cell: (row) => row.number,
      sortable: true,
      width: '110px',
      card: 'title',
    },
    {
      key: 'party',
      title: 'Исполнитель',
      card: 'plain',
      cell: (row) => (
        <>
          {row.party}
          <div style={{ color: 'var(--k-text-second)', fontSize: 12 }}>{row.bin}</div>
        </>
      ),
    },
    { key: 'period', title: 'Период', cell: (row) => f.period(...row.period), width: '200px' },
    {
      key: 'amount',
      title: 'Сумма',
      cell: (row) => <Money amount={row.amount} />,
      align: 'right',
      sortable: true,
      width: '160px',
      card: 'aside',
    },
    {
      key: 'state',
      title: 'Состояние',
      cell: (row) => <StatusDot tone={row.tone} label={row.state} />,
      width: '220px',
      card: 'plain',
    },
    {
      key: 'date',
      title: 'Дата',
      cell: (row) => f.date(row.date),
      align: 'right',
      width: '110px',
      card: 'none',
    },
  ];
  const here = '/src/ui/gallery/gallery.html';
  return (
    <AppFrame
      homeHref="/"
      folded={folded}
      onFold={setFolded}
      nav={[
        { href: '/a', label: t('nav.home'), icon: IconHome },
        { href: here, label: t('nav.acts'), icon: IconFileText, count: 37 },
        { href: '/c', label: t('nav.contracts'), icon: IconFileInvoice },
        { href: '/d', label: t('nav.executors'), icon: IconUsers, count: 120 },
        { href: '/e', label: t('nav.payments'), icon: IconCash },
      ]}
      navFoot={[
        { href: '/f', label: t('nav.statistics'), icon: IconChartBar },
        { href: '/g', label: t('nav.support'), icon: IconLifebuoy },
        { href: '/h', label: t('nav.settings'), icon: IconSettings },
      ]}
      company="ТОО «Астана Сервис Групп»"
      tools={<IconBell size={20} />}
    >
      <PageHeader
        title={t('nav.acts')}
        count={4120}
        actions={
          <>
            <Button variant="default">Импорт</Button>
            <Button leftSection={<IconPlus size={16} />}>{t('top.create')}</Button>
          </>
        }
      />
      <ViewTabs
        label={t('nav.acts')}
        current="all"
        tabs={[
          { key: 'all', label: 'Все', href: here, count: 4120 },
          { key: 'mine', label: 'Ждут меня', href: here, count: 37 },
          { key: 'pay', label: 'К оплате', href: here, count: 12 },
        ]}
      />
      <FilterChips
        onReset={() => setChosen([])}
        chips={[
          {
            key: 'state',
            label: 'Состояние',
            chosen: chosen.length ? 'Отправлен, Подписан' : null,
            onClear: () => setChosen([]),
            editor: () => (
              <ChoiceEditor
                options={states.map(([value, label]) => ({ value, label }))}
                chosen={chosen}
                onChange={setChosen}
              />
            ),
          },
          {
            key: 'period',
            label: 'Период',
            chosen: null,
            onClear: () => undefined,
            editor: (close) => (
              <PeriodEditor
                from="2026-10-01"
                to=""
                onApply={close}
                presets={[{ label: f.month(2026, 10), from: '', to: '' }]}
              />
            ),
          },
          { key: 'mine', label: 'Ждут меня', on: false, onToggle: () => undefined },
          { key: 'copy', label: 'Только копии', on: true, onToggle: () => undefined },
        ]}
      />
      <DataTable
        label={t('nav.acts')}
        columns={columns}
        rows={list === 'loading' || list === 'failed' ? undefined : list ? [] : rows}
        error={list === 'failed' ? new Error('x') : undefined}
        onRetry={() => undefined}
        rowKey={(row) => row.id}
        rowName={(row) => row.number}
        rowHref={(row) => `/acts/${row.id}`}
        sort={sort}
        onSort={setSort}
        selected={selected}
        onSelect={setSelected}
        onResetFilters={list === 'none' ? () => undefined : undefined}
        empty={
          <EmptyState
            title="Здесь будут акты ваших исполнителей"
            hint="Создайте первый акт сами или загрузите сразу все из таблицы Excel."
            action={{ label: 'Создать акт', onClick: () => undefined }}
          >
            <Button variant="default">Загрузить из Excel</Button>
          </EmptyState>
        }
      />
      {!list && (
        <Pager
          page={3}
          pages={206}
          limit={20}
          total={4120}
          onPage={() => undefined}
          onLimit={() => undefined}
        />
      )}
      {selected.size > 0 && (
        <BulkBar
          text={`${selected.size} актов · 4 812 300 ₸`}
          all={{ label: 'Все 4 120 по этому фильтру', onClick: () => undefined }}
          actions={[
            { label: 'Подписать', onClick: () => undefined, primary: true },
            { label: 'Отправить', onClick: () => undefined },
            { label: 'Скачать', onClick: () => undefined },
          ]}
          onClear={() => setSelected(new Set())}
        />
      )}
    </AppFrame>
  );
}
