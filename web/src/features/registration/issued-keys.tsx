import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import type { OpenAnswer } from '../signing/public.ts';
import css from './registration.module.css';

interface IssuedKeysProps {
  owner: { bin: string; name: string; ceo: string };
  onOpen: (file: Uint8Array, password: string) => Promise<OpenAnswer>;
}

/** In the sandbox: keys made for whoever registers, one click each. Elsewhere the call does not exist. */
export function IssuedKeys({ owner, onOpen }: IssuedKeysProps) {
  const t = useTexts('sign-up');
  const sandbox = useCall('sandbox.sign_ins', undefined, { staleTime: Number.POSITIVE_INFINITY });
  const { data: keys, refetch } = useCall(
    'sandbox.issue_keys',
    { body: { bin: owner.bin, company_name: owner.name, full_name: owner.ceo } },
    { enabled: sandbox.data !== undefined, staleTime: Number.POSITIVE_INFINITY, meta: { makes: true } },
  );
  const [busy, setBusy] = useState<string | null>(null);
  if (!sandbox.data) return null;
  const open = async (key: NonNullable<typeof keys>[number]) => {
    setBusy(key.role);
    await onOpen(new TextEncoder().encode(key.pkcs12), key.password).catch(() => refetch());
    setBusy(null);
  };
  return (
    <section className={css.help} aria-label={t('ecp.sandbox')}>
      <p className={css.strong}>{t('ecp.sandbox')}</p>
      <p className={css.second}>{t(keys ? 'ecp.sandbox_hint' : 'ecp.issuing')}</p>
      <div className={css.keys}>
        {(keys ?? []).map((key) => (
          <Button
            key={key.role}
            variant="default"
            leftSection={<IconKey size={16} aria-hidden />}
            loading={busy === key.role}
            disabled={busy !== null && busy !== key.role}
            onClick={() => void open(key)}
          >
            {t(`ecp.role_${key.role}`, { name: owner.ceo })}
          </Button>
        ))}
      </div>
    </section>
  );
}
