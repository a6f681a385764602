import type { EmployeeInvitation } from '@kelisim/shared/features/employees/employees.contract.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { staleEmployees } from './employees.data.ts';
import css from './employees.module.css';

interface InvitationsCardProps {
  invitations: readonly EmployeeInvitation[];
  may_change: boolean;
  may_invite: boolean;
}

/** Who was invited and has not come yet: send the link again, or take it back. */
export function InvitationsCard({ invitations, may_change, may_invite }: InvitationsCardProps) {
  const t = useTexts('employees');
  const f = useFormats();
  const [asked, setAsked] = useState<EmployeeInvitation | null>(null);
  const again = useAction('employee_invitations.create', { stale: staleEmployees });
  const cancel = useAction('employee_invitations.cancel', { stale: staleEmployees, meta: { quiet: true } });
  if (invitations.length === 0) return null;
  const send = ({ email, rights }: EmployeeInvitation) =>
    again.mutate({ body: { email, rights } }, { onSuccess: () => void toasts.success(t('sent', { email })) });
  return (
    <div className="k-below-16">
      <Card title={t('invitations')}>
        <ul className="k-list k-rows">
          {invitations.map((one) => (
            <li key={one.id}>
              <div className={css.words}>
                {one.email}
                <span className="k-under">
                  {one.rights.map((right) => t(`rights.${right}`)).join(' · ') || t('no_rights')}
                </span>
                <span className={one.is_expired ? 'k-block k-attention k-small' : 'k-under'}>
                  {one.is_expired ? t('expired') : t('valid_until', { date: f.moment(one.expires_at) })}
                  {' · '}
                  {t('invited_by', { name: one.invited_by })}
                </span>
              </div>
              {may_change && (
                <div className="k-row">
                  {may_invite && (
                    <Button
                      variant="default"
                      size="xs"
                      loading={again.isPending && again.variables?.body.email === one.email}
                      onClick={() => send(one)}
                    >
                      {t('send_again')}
                    </Button>
                  )}
                  <Button variant="subtle" color="bad" size="xs" onClick={() => setAsked(one)}>
                    {t('take_back')}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      </Card>
      <ConfirmDialog
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={t('take_back_ask', { email: asked?.email ?? '' })}
        confirmLabel={t('take_back')}
        tone="bad"
        onConfirm={async () => {
          await cancel.mutateAsync({ params: { invitation_id: asked!.id } });
          toasts.success(t('taken_back'));
        }}
      >
        {t('take_back_hint')}
      </ConfirmDialog>
    </div>
  );
}
