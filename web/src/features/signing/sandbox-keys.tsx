import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { Fault } from '../../ui/failure.tsx';
import { onePress } from '../../ui/one-press.ts';
import type { OpenAnswer } from './signer.ts';
import css from './signing.module.css';
import { useSandboxKeys } from './signing.data.ts';

interface SandboxKeysProps {
  onOpen: (file: Uint8Array, password: string) => Promise<OpenAnswer>;
}

/** The person's test keys, one click each: nobody types a password to try the product out. */
export function SandboxKeys({ onOpen }: SandboxKeysProps) {
  const t = useTexts('signing');
  const { data: keys } = useSandboxKeys(true);
  const [busy, setBusy] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const isThere = Boolean(keys?.length);
  // They come later than the screen: who types a password already goes on typing.
  useEffect(() => {
    if (isThere && !(document.activeElement instanceof HTMLInputElement)) first.current?.focus();
  }, [isThere]);
  if (!keys?.length) return null;
  const open = async (key: (typeof keys)[number]) => {
    setBusy(key.file_name);
    setFailed(false);
    try {
      const answer = await onOpen(new TextEncoder().encode(key.pkcs12), key.password);
      setFailed('failure' in answer);
    } catch {
      setFailed(true);
    }
    setBusy(null);
  };
  return (
    <section className={css.way} aria-label={t('how.sandbox')}>
      <h3 className="k-title">{t('how.sandbox')}</h3>
      <p className={css.second}>{t('how.sandbox_hint')}</p>
      <div className={css.keys} {...onePress}>
        {keys.map((key, at) => (
          <Button
            key={key.file_name}
            ref={at === 0 ? first : undefined}
            variant="default"
            leftSection={<IconKey size={16} aria-hidden />}
            loading={busy === key.file_name}
            disabled={busy !== null && busy !== key.file_name}
            onClick={() => void open(key)}
          >
            {t(key.algorithm === 'rsa' ? 'how.rsa' : 'how.gost')}
          </Button>
        ))}
      </div>
      <Fault text={failed && t('how.broken')} />
    </section>
  );
}
