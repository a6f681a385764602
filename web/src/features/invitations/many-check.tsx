import type { InviteColumn } from '@kelisim/shared/features/invitations/invite-columns.ts';
import { Alert, Button, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Figures } from '../../ui/figures.tsx';
import { tooLong } from '../../ui/too-long.ts';
import css from './many.module.css';
import type { TypedInvite } from './read-pasted.ts';
import type { CheckedRow, ManyAnswer } from './use-invite-many.ts';

const SHOWN = 50;

interface ManyCheckProps {
  answer: ManyAnswer;
  /** The rows as they were sent, in the order of the answer. */
  rows: readonly TypedInvite[];
  busy: boolean;
  sending: boolean;
  /** Why the sending could not be begun. */
  fault: string | null;
  onAgain: (rows: TypedInvite[]) => void;
  onSend: () => void;
}

/** What the list would send: counts, the wrong rows to be mended where they stand, whom the right ones invite. */
export function ManyCheck({ answer, rows, busy, sending, fault, onAgain, onSend }: ManyCheckProps) {
  const t = useTexts('invitations');
  const f = useFormats();
  const [mended, setMended] = useState<ReadonlyMap<number, TypedInvite>>(new Map());
  const form = useRef<HTMLFormElement>(null);
  const wrong = answer.rows.flatMap((row, at) => (row.errors.length > 0 ? [{ row, at }] : []));
  const places = answer.free_places;
  const short = places !== null && places < answer.ready;
  const figures = [
    { name: t('many.rows'), value: f.number(answer.rows.length) },
    { name: t('many.ready'), value: f.number(answer.ready) },
    ...(answer.failed > 0 ? [{ name: t('many.failed'), value: f.number(answer.failed) }] : []),
    ...(places !== null ? [{ name: t('many.places'), value: f.number(places) }] : []),
  ];
  // What is to be mended first is where the next key goes.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, []);
  const again = (except?: number) =>
    onAgain(rows.flatMap((typed, at) => (at === except ? [] : [mended.get(at) ?? typed])));
  return (
    <>
      <Card title={`3. ${t('many.result')}`}>
        <Figures figures={figures} />
        {(fault || short) && (
          <Alert color="bad" variant="light" role="alert" mb={12}>
            {fault ?? t('many.no_places', { shown: f.number(places!) })}
          </Alert>
        )}
        {wrong.length === 0 && (
          <Button loading={sending} disabled={short || answer.ready === 0} onClick={onSend}>
            {t('many.submit', { count: answer.ready, shown: f.number(answer.ready) })}
          </Button>
        )}
      </Card>
      {wrong.length > 0 && (
        <Card title={t('many.mend')}>
          <p className="k-lead">{t('many.mend_hint')}</p>
          <form
            ref={form}
            noValidate
            className="k-stack"
            onSubmit={(event) => {
              event.preventDefault();
              again();
            }}
          >
            {wrong.slice(0, SHOWN).map(({ row, at }) => (
              <MendRow
                key={at}
                row={row}
                typed={mended.get(at) ?? rows[at]!}
                onChange={(next) => setMended(new Map(mended).set(at, next))}
                onDrop={() => again(at)}
              />
            ))}
            <Button type="submit" loading={busy} className={`k-self-start ${css.recheck}`}>
              {t('many.again')}
            </Button>
          </form>
        </Card>
      )}
      {answer.ready > 0 && <Right answer={answer} />}
    </>
  );
}

const FIELDS = [
  { key: 'name', label: 'name' },
  { key: 'phone', label: 'phone' },
  { key: 'end_date', label: 'row_until' },
  { key: 'contract', label: 'row_contract' },
] as const satisfies readonly { key: InviteColumn; label: string }[];

interface MendRowProps {
  row: CheckedRow;
  typed: TypedInvite;
  onChange: (typed: TypedInvite) => void;
  onDrop: () => void;
}

/** One wrong row: its cells as fields, what is wrong under each. */
function MendRow({ row, typed, onChange, onDrop }: MendRowProps) {
  const t = useTexts('invitations');
  const said = (key: InviteColumn) => row.errors.find((error) => error.column === key)?.message;
  return (
    <fieldset className={css.mendRow}>
      <legend>{t('many.row', { row: row.row })}</legend>
      {FIELDS.map(({ key, label }) => (
        <TextInput
          key={key}
          label={t(`many.${label}`)}
          value={typed[key]}
          error={said(key) ?? tooLong(typed[key], 1000)}
          autoComplete="off"
          onChange={(event) => onChange({ ...typed, [key]: event.currentTarget.value })}
        />
      ))}
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconX size={16} aria-hidden />}
        aria-label={t('many.drop_named', { row: row.row })}
        onClick={onDrop}
      >
        {t('many.drop')}
      </Button>
    </fieldset>
  );
}

function Right({ answer }: { answer: ManyAnswer }) {
  const t = useTexts('invitations');
  const f = useFormats();
  const right = answer.rows.filter((row) => row.errors.length === 0);
  return (
    <section aria-label={t('many.right')}>
      <h2 className="k-title k-above-8 k-below-12">{t('many.right')}</h2>
      <DataTable
        label={t('many.right')}
        rows={right.slice(0, SHOWN)}
        rowKey={(row) => row.row}
        rowName={(row) => row.name}
        empty={null}
        columns={[
          {
            key: 'name',
            title: t('column.name'),
            card: 'title',
            cell: (row) => (
              <>
                {row.name}
                {row.has_account && <span className="k-block k-second k-small">{t('many.has_account')}</span>}
              </>
            ),
          },
          { key: 'phone', title: t('many.phone'), width: '190px', cell: (row) => f.phone(row.phone) },
        ]}
      />
      {right.length > SHOWN && <p className="k-lead">{t('many.right_more', { shown: f.number(SHOWN) })}</p>}
    </section>
  );
}
