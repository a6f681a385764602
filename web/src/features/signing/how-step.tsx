import { Button, Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { Fault } from '../../ui/failure.tsx';
import { onePress } from '../../ui/one-press.ts';
import { useIsPhone } from '../../ui/use-phone.ts';
import { AppWays } from './app-ways.tsx';
import { firstChoice, keyFault } from './key-choice.ts';
import { KeyChoice } from './key-choice-list.tsx';
import { KeptKeyForm } from './kept-key-form.tsx';
import { KeyFileForm } from './key-file-form.tsx';
import { NcaWay } from './nca-way-lazy.tsx';
import { SandboxKeys } from './sandbox-keys.tsx';
import { findDouble, useMe } from './signing.data.ts';
import { SigningProgress } from './signing-progress.tsx';
import { useSigner } from './use-signer.ts';
import type { OpenAnswer } from './signer.ts';
import type { Means } from './sending.ts';
import css from './signing.module.css';
import { toDocument } from './signing-messages.ts';
import type { KeyCard, Signable, SignedDocument } from './signing-messages.ts';

/** A phone takes no more documents at a time. */
const MOST_BY_PHONE = 100;

interface HowStepProps {
  /** How many, and which sum: above each way. */
  head: ReactNode;
  items: readonly Signable[];
  /** The phone sends its signatures to the server itself; `onKey` leads back to the keys. */
  phone: (onKey: () => void) => ReactNode;
  onBack: () => void;
  onBusy: (busy: boolean) => void;
  onSigned: (signed: SignedDocument[], means: Means) => void;
}

/** By which key. The key lives in the worker of this step and is gone when the step is left. */
export function HowStep({ head, items, phone, onBack, onBusy, onSigned }: HowStepProps) {
  const t = useTexts('signing');
  const me = useMe();
  const signer = useSigner();
  const [keys, setKeys] = useState<readonly KeyCard[] | null>(null);
  const [chosen, setChosen] = useState<KeyCard | null>(null);
  const [signed, setSigned] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const [way, setWay] = useState<'key' | 'phone' | 'nca'>('key');
  const isPhone = useIsPhone();
  const [now] = useState(() => new Date());
  const bin = me?.company?.bin ?? '';

  const onOpen = async (file: Uint8Array, password: string): Promise<OpenAnswer> => {
    setFailed(false);
    const answer = await signer.open(file, password);
    if ('keys' in answer) {
      setKeys(answer.keys);
      setChosen(firstChoice(answer.keys, bin, now));
    }
    return answer;
  };
  const forget = () => {
    signer.end();
    setKeys(null);
    setChosen(null);
    setSigned(null);
    onBusy(false);
  };
  const sign = async () => {
    if (!chosen) return;
    setSigned(0);
    onBusy(true);
    try {
      onSigned(await signer.sign(chosen.index, items.map(toDocument), setSigned), 'key_file');
    } catch {
      forget();
      setFailed(true);
    }
  };

  const toPhone = items.length <= MOST_BY_PHONE ? () => setWay('phone') : null;
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
            findDouble={me?.sandbox ? findDouble : null}
            onSigned={(made) => onSigned(made, 'ncalayer')}
            onBusy={onBusy}
            onPhone={toPhone}
            onKey={() => setWay('key')}
          />
        </Suspense>
      </>
    );
  }
  return (
    <>
      {head}
      <Fault text={failed && t('how.sign_failed')} />
      {keys && chosen ? (
        <KeyChoice
          keys={keys}
          chosen={chosen}
          onChoose={setChosen}
          company={me?.company ?? null}
          onAnother={forget}
        />
      ) : (
        <>
          {me?.sandbox && <SandboxKeys onOpen={onOpen} />}
          <AppWays onNca={isPhone ? null : () => setWay('nca')} onPhone={toPhone} />
          {me && <KeptKeyForm user_id={me.id} onOpen={onOpen} />}
          <KeyFileForm onOpen={onOpen} />
        </>
      )}
      <div className={`k-actions ${css.actions}`} {...onePress}>
        <Button variant="default" onClick={onBack}>
          {t('back')}
        </Button>
        {chosen && (
          <Button autoFocus disabled={keyFault(chosen, bin, now) !== null} onClick={() => void sign()}>
            {t('how.sign', { count: items.length })}
          </Button>
        )}
      </div>
    </>
  );
}
