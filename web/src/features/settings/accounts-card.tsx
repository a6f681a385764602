import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconStar, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { useMe } from '../../platform/use-who.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { toasts } from '../../ui/toasts.ts';
import { offerUndo } from '../../ui/undo.ts';
import { AccountDialog } from './account-dialog.tsx';
import { STALE, useBalance, type CompanyView, type Requisite } from './settings.data.ts';
import css from './settings.module.css';

interface AccountsCardProps {
  company: CompanyView;
  may_change: boolean;
  may_pay: boolean;
}

/** Where money comes to and goes from; what changes it asks first who is there. */
export function AccountsCard({ company, may_change, may_pay }: AccountsCardProps) {
  const t = useTexts('settings');
  const f = useFormats();
  const me = useMe();
  const balance = useBalance(may_pay);
  const [editing, setEditing] = useState<Requisite | 'new' | null>(null);
  const [removing, setRemoving] = useState<Requisite | null>(null);
  const makeMain = useAction('companies.set_main_bank', { stale: STALE });
  const add = useAction('banking.add_requisite', { stale: STALE, meta: { quiet: true } });
  const remove = useAction('banking.delete_requisite', { stale: STALE, meta: { quiet: true } });
  const choose = (account: Requisite) =>
    makeMain.mutate(
      { body: { requisite_id: account.id } },
      { onSuccess: () => void toasts.success(t('account.made_main')) },
    );
  const deedsOf = (account: Requisite) => [
    {
      label: t('account.edit'),
      icon: <IconPencil size={16} aria-hidden />,
      onClick: () => setEditing(account),
    },
    ...(account.is_main
      ? []
      : [
          {
            label: t('account.make_main'),
            icon: <IconStar size={16} aria-hidden />,
            onClick: () => choose(account),
          },
          {
            label: t('account.remove'),
            icon: <IconTrash size={16} aria-hidden />,
            tone: 'bad' as const,
            onClick: () => setRemoving(account),
          },
        ]),
  ];
  const amountOf = (iban: string) => balance.data?.items.find((item) => item.iban === iban)?.amount;
  return (
    <Card
      title={t('account.title')}
      aside={
        may_change &&
        company.requisites.length > 0 && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
            {t('account.add')}
          </Button>
        )
      }
    >
      {company.requisites.length === 0 && (
        <EmptyState
          title={t('account.empty')}
          hint={t('account.empty_hint')}
          action={may_change ? { label: t('account.add'), onClick: () => setEditing('new') } : undefined}
          noAction="no_right"
        />
      )}
      <ul className={`k-list k-rows ${css.rows}`}>
        {company.requisites.map((account) => {
          const amount = amountOf(account.iban);
          return (
            <li key={account.id}>
              <div className={`k-stack k-gap-2 k-shrink k-anywhere ${css.words}`}>
                <span className={`k-row k-gap-4 k-middle ${css.iban}`}>
                  <span className="k-figures">{f.iban(account.iban)}</span>
                  <CopyButton text={account.iban} name={f.iban(account.iban)} />
                  {account.is_main && (
                    <span className={`k-accent k-small k-medium ${css.tag}`}>{t('account.main')}</span>
                  )}
                </span>
                <span>{account.bank_name}</span>
                <span className={css.second}>
                  {t('account.bic')} {account.bic} · {t('account.kbe')} {account.kbe}
                </span>
                {account.is_main && (
                  <span className={css.second}>
                    {t(me?.role === 'executor' ? 'account.main_hint_executor' : 'account.main_hint')}
                  </span>
                )}
              </div>
              {amount !== undefined && (
                <div className={css.amount}>
                  <span className={css.second}>{t('account.balance')}</span>
                  <strong>
                    <Money amount={amount} />
                  </strong>
                </div>
              )}
              {may_change && (
                <RowMenu label={t('account.more', { iban: f.iban(account.iban) })} deeds={deedsOf(account)} />
              )}
            </li>
          );
        })}
      </ul>
      {may_pay && company.requisites.length > 0 && <BalanceNote balance={balance} />}
      {editing && (
        <AccountDialog
          account={editing === 'new' ? null : editing}
          kbe={company.kbe}
          is_first={company.requisites.length === 0}
          onClose={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('account.remove_ask', { iban: removing ? f.iban(removing.iban) : '' })}
        confirmLabel={t('account.remove')}
        tone="bad"
        onConfirm={async () => {
          const { id, iban, bank_id, kbe } = removing!;
          await remove.mutateAsync({ query: {}, body: { id } });
          offerUndo(t('account.deleted'), () => add.mutateAsync({ body: { iban, bank_id, kbe } }));
        }}
      >
        {t('account.remove_hint')}
      </ConfirmDialog>
    </Card>
  );
}

function BalanceNote({ balance }: { balance: ReturnType<typeof useBalance> }) {
  const t = useTexts('settings');
  const f = useFormats();
  if (balance.error) return <p className={css.second}>{t('account.balance_failed')}</p>;
  if (!balance.data) return null;
  if (balance.data.as_of)
    return <p className={css.second}>{t('account.as_of', { time: f.moment(balance.data.as_of) })}</p>;
  return (
    <p className={css.second}>
      {t('account.balance_none')}. {t('account.balance_none_hint')}
    </p>
  );
}
