import { Button, Skeleton } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useMe } from '../../platform/use-who.ts';
import { Fault } from '../../ui/failure.tsx';
import { onePress } from '../../ui/one-press.ts';
import { useIsPhone } from '../../ui/use-phone.ts';
import { AppWays } from './app-ways.tsx';
import { firstChoice, keyFault, onlyKey } from './key-choice.ts';
import { KeyChoice } from './key-choice-list.tsx';
import { KeptKeyForm } from './kept-key-form.tsx';
import { KeyFileForm } from './key-file-form.tsx';
import { NcaWay } from './nca-way-lazy.tsx';
import { SandboxKeys } from './sandbox-keys.tsx';
import { findDouble } from './signing.data.ts';
import { SigningProgress } from './signing-progress.tsx';
import { MOST_BY_PHONE } from './phone-parts.ts';
import { useSigner } from './use-signer.ts';
import type { OpenAnswer } from './signer.ts';
import type { Means } from './sending.ts';
import css from './signing.module.css';
import { toDocument } from './signing-messages.ts';
import type { KeyCard, Signable, SignedDocument } from './signing-messages.ts';

interface HowStepProps {
  /** How many, and which sum: above each way. */
  head: ReactNode;
  /** The documents themselves, above the ways to sign them; gone once a way is chosen. */
  what?: ReactNode;
  items: readonly Signable[];
  /** The phone sends its signatures to the server itself; `onKey` leads back to the keys. */
  phone: (onKey: () => void) => ReactNode;
  /** The phone is shown more than it takes at once in parts. */
  by_parts?: boolean;
  /** Whether documents and ways are on the screen, or a way has been chosen. */
  onChoosing: (choosing: boolean) => void;
  onBusy: (busy: boolean) => void;
  onSigned: (signed: SignedDocument[], means: Means) => void;
}

/**
 * What is signed and by which key, on one screen. A password typed for a file with one key that can sign is the consent:
 * its button names the deed, and the signing begins. The key lives in the worker of this step and is gone when the step
 * is left.
 */
export function HowStep(props: HowStepProps) {
  const { head, what, items, phone, by_parts = false, onChoosing, onBusy, onSigned } = props;
  const t = useTexts('signing');
  const me = useMe();
  const [signed, setSigned] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const [way, setWay] = useState<'key' | 'phone' | 'nca'>('key');
  const isPhone = useIsPhone();
  const [now] = useState(() => new Date());
  const bin = me?.company?.bin ?? '';
  const signer = useSigner((found) => firstChoice(found, bin, now));
  const { keys, chosen } = signer;

  const choosing = way === 'key' && keys === null;
  useEffect(() => onChoosing(choosing), [choosing, onChoosing]);

  const onOpen = (file: Uint8Array, password: string): Promise<OpenAnswer> => {
    setFailed(false);
    return signer.open(file, password);
  };
  const openAndSign = async (file: Uint8Array, password: string): Promise<OpenAnswer> => {
    const answer = await onOpen(file, password);
    const key = 'keys' in answer ? onlyKey(answer.keys, bin, now) : null;
    if (key) void sign(key);
    return answer;
  };
  const forget = () => {
    signer.forget();
    setSigned(null);
    onBusy(false);
  };
  const sign = async (key: KeyCard) => {
    setSigned(0);
    onBusy(true);
    try {
      onSigned(await signer.sign(key.index, items.map(toDocument), setSigned), 'key_file');
    } catch {
      forget();
      setFailed(true);
    }
  };

  const toPhone = by_parts || items.length <= MOST_BY_PHONE ? () => setWay('phone') : null;
  if (way === 'phone')
    return (
      <>
        {head}
        {phone(() => setWay('key'))}
      </>
    );
  if (signed !== null) return <SigningProgress done={signed} total={items.length} onStop={forget} />;
  if (way === 'nca') {
    return (
      <>
        {head}
        <Suspense fallback={<Skeleton h={120} />}>
          <NcaWay
            items={items}
            bin={bin}
            findDouble={me?.sandbox && import.meta.env.VITE_SANDBOX !== 'off' ? findDouble : null}
            onSigned={(made) => onSigned(made, 'ncalayer')}
            onBusy={onBusy}
            onPhone={toPhone}
            onKey={() => setWay('key')}
          />
        </Suspense>
      </>
    );
  }
  const label = t('how.sign', { count: items.length });
  if (keys && chosen)
    return (
      <>
        {head}
        <KeyChoice
          keys={keys}
          chosen={chosen}
          onChoose={signer.choose}
          company={me?.company ?? null}
          onAnother={forget}
        />
        <div className={`k-actions ${css.actions}`} {...onePress}>
          <Button variant="default" onClick={forget}>
            {t('back')}
          </Button>
          <Button autoFocus disabled={keyFault(chosen, bin, now) !== null} onClick={() => void sign(chosen)}>
            {label}
          </Button>
        </div>
      </>
    );
  return (
    <>
      {head}
      {what}
      <Fault text={failed && t('how.sign_failed')} />
      <div className={css.ways}>
        {me && <KeptKeyForm user_id={me.id} onOpen={openAndSign} label={label} />}
        {me?.sandbox && <SandboxKeys onOpen={onOpen} />}
        <AppWays onNca={isPhone ? null : () => setWay('nca')} onPhone={toPhone} />
        {!toPhone && <p className={css.second}>{t('phone.too_many', { most: MOST_BY_PHONE })}</p>}
        <KeyFileForm onOpen={openAndSign} label={label} />
      </div>
    </>
  );
}
