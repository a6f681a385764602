import { IconBell, IconSend, IconSignature } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate, useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { allOfFilter } from '../../ui/all-of-filter.ts';
import { BulkBar, type BulkAction } from '../../ui/bulk-bar.tsx';
import { toasts } from '../../ui/toasts.ts';
import { SigningDialog } from '../signing/public.ts';
import type { ActRow } from './acts-table.tsx';
import { may, maySign, type Viewer } from './reconciliation-look.ts';
import type { ActSelection } from './use-act-selection.ts';

interface ActsBulkProps {
  viewer: Viewer;
  list: { items: readonly ActRow[]; total: number } | undefined;
  selection: ActSelection;
  readAll: () => Promise<ActRow[]>;
  /** Of a period: those that were not sent yet can be. */
  onSend?: (executor_company_ids: number[]) => void;
}

/** The bar over a selection. Each deed takes those of the selected that it can be done to, and says how many they are. */
export function ActsBulk({ viewer, list, selection, readAll, onSend }: ActsBulkProps) {
  const t = useTexts('reconciliations');
  const f = useFormats();
  const [signing, setSigning] = useState<readonly ActRow[]>([]);
  const remind = useRemind();
  const { rows } = selection;
  const actsOf = (of: (act: NonNullable<ActRow['act']>) => boolean) =>
    rows.flatMap(({ act }) => (act && of(act) ? [act] : []));
  const to_sign = rows.filter(({ act }) => act && maySign(act, viewer));
  const to_remind = actsOf((act) => may(act, 'remind', viewer));
  const to_send = onSend ? rows.filter(({ act }) => act === null) : [];
  const icon = { size: 16, 'aria-hidden': true } as const;
  const actions: BulkAction[] = [];
  if (to_sign.length > 0)
    actions.push({
      label: t('sign_some', { count: to_sign.length }),
      icon: <IconSignature {...icon} />,
      primary: true,
      onClick: () => setSigning(to_sign),
    });
  if (to_send.length > 0)
    actions.push({
      label: t('send_some', { count: to_send.length }),
      icon: <IconSend {...icon} />,
      primary: to_sign.length === 0,
      onClick: () => onSend?.(to_send.map(({ party }) => party.id)),
    });
  if (to_remind.length > 0)
    actions.push({
      label: t('remind_some', { count: to_remind.length }),
      icon: <IconBell {...icon} />,
      loading: remind.isPending,
      onClick: () => remind.mutate({ body: { reconciliation_ids: to_remind.map(({ id }) => id) } }),
    });
  return (
    <>
      {rows.length > 0 && (
        <BulkBar
          text={t('selected', { count: rows.length })}
          onClear={selection.clear}
          actions={actions}
          all={allOfFilter({
            list,
            selected: rows.length,
            read: readAll,
            onSelect: selection.put,
            label: (kind, count) => t(`select_${kind}`, { shown: f.number(count) }),
          })}
        />
      )}
      <SigningDialog
        doc_type="document"
        ids={signing.flatMap(({ act }) => act?.document?.id ?? [])}
        opened={signing.length > 0}
        onClose={(signed) => {
          setSigning([]);
          if (!signed) return;
          selection.clear();
          void invalidate(['reconciliations.', 'home.']);
        }}
      />
    </>
  );
}

export function useRemind() {
  const t = useTexts('reconciliations');
  return useAction('reconciliations.remind', {
    stale: ['reconciliations.'],
    onSuccess: ({ reminded }) =>
      reminded > 0 ? toasts.success(t('reminded', { count: reminded })) : toasts.info(t('reminded_none')),
  });
}
