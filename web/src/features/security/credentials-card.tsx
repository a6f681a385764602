import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import { ChangeForm } from './change-window.tsx';
import type { Credential } from './change-window.tsx';
import css from './security.module.css';

/** What one signs in with, each with its change. */
export function CredentialsCard({ me }: { me: Me }) {
  const t = useTexts('security');
  const f = useFormats();
  const [changing, setChanging] = useState<Credential | null>(null);
  const rows: { kind: Credential; value: string | null }[] = [
    { kind: 'email', value: me.email || null },
    { kind: 'phone', value: me.phone ? f.phone(me.phone) : null },
    { kind: 'password', value: t('credentials.password_hidden') },
  ];
  const title = changing && t('credentials.change_named', { name: t(`credentials.${changing}`) });
  return (
    <Card title={t('credentials.title')}>
      <ul className={`k-list k-rows k-above-8 ${css.rows}`}>
        {rows.map(({ kind, value }) => (
          <li key={kind}>
            <span className={css.words}>
              <span className={css.second}>{t(`credentials.${kind}`)}</span>
              <span className="k-medium">{value ?? t('credentials.none')}</span>
            </span>
            <Button
              variant="default"
              aria-label={t('credentials.change_named', { name: t(`credentials.${kind}`) })}
              onClick={() => setChanging(kind)}
            >
              {t(value ? 'credentials.change' : 'credentials.add')}
            </Button>
          </li>
        ))}
      </ul>
      <Window
        opened={changing !== null}
        onClose={() => setChanging(null)}
        title={title}
        closeOnClickOutside={false}
      >
        {changing && (
          <ChangeForm
            me={me}
            kind={changing}
            onCancel={() => setChanging(null)}
            onDone={(message) => {
              setChanging(null);
              toasts.success(message);
            }}
          />
        )}
      </Window>
    </Card>
  );
}
