import type { ToSign } from '@kelisim/shared/features/signing/signing.contract.ts';
import { Button, Progress, Skeleton } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { onePress } from '../../ui/one-press.ts';
import { useIsPhone } from '../../ui/use-phone.ts';
import { firstChoice, keyFault } from './key-choice.ts';
import { KeyChoice } from './key-choice-list.tsx';
import { KeptKeyForm } from './kept-key-form.tsx';
import { KeyFileForm } from './key-file-form.tsx';
import { SandboxKeys } from './sandbox-keys.tsx';
import { sumOf, useMe } from './signing.data.ts';
import { startSigner } from './signer.ts';
import type { OpenAnswer, Signer } from './signer.ts';
import type { DocType, Means } from './sending.ts';
import css from './signing.module.css';
import type { KeyCard, SignedDocument } from './signing-messages.ts';

/** A phone takes no more documents at a time. */
const MOST_BY_PHONE = 100;

const NcaWay = lazy(() => import('./nca-way.tsx'));
const QrSigning = lazy(() => import('../qr-signing/public.ts').then((door) => ({ default: door.QrSigning })));

interface HowStepProps {
  doc_type: DocType;
  items: readonly ToSign[];
  onBack: () => void;
  onBusy: (busy: boolean) => void;
  onSigned: (signed: SignedDocument[], means: Means) => void;
  /** The phone has sent its signatures to the server itself; nothing is left to send from here. */
  onPhoneSigned: () => void;
  onClose: () => void;
}

/** By which key. The key lives in the worker of this step and is gone when the step is left. */
export function HowStep(props: HowStepProps) {
  const { doc_type, items, onBack, onBusy, onSigned } = props;
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
    const documents = items.map(({ id, file: { sha256, streebog512 } }) => ({ id, sha256, streebog512 }));
    try {
      onSigned(await signer.sign(chosen.index, documents, setSigned), 'key_file');
    } catch {
      forget();
      setFailed(true);
    }
  };

  const toPhone = items.length <= MOST_BY_PHONE ? () => setWay('phone') : null;
  if (way === 'phone') return <PhoneWay {...props} onKey={() => setWay('key')} />;
  if (signed !== null) return <SigningProgress done={signed} total={items.length} onStop={forget} />;
  if (way === 'nca') {
    return (
      <>
        <Total doc_type={doc_type} items={items} />
        <Suspense fallback={<Skeleton h={120} />}>
          <NcaWay
            items={items}
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
      <Total doc_type={doc_type} items={items} />
      {failed && (
        <p role="alert" className={css.error}>
          {t('how.sign_failed')}
        </p>
      )}
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
          {me && <KeptKeyForm user_id={me.id} onOpen={onOpen} />}
          <KeyFileForm onOpen={onOpen} />
          {!isPhone && (
            <div className={css.phone}>
              <p className={css.second}>{t('nca.hint')}</p>
              <Button
                variant="default"
                leftSection={<IconDeviceDesktop size={18} aria-hidden />}
                onClick={() => setWay('nca')}
              >
                {t('nca.sign')}
              </Button>
            </div>
          )}
          {toPhone && (
            <div className={css.phone}>
              <p className={css.second}>{t('how.phone_hint')}</p>
              <Button
                variant="default"
                leftSection={<IconDeviceMobile size={18} aria-hidden />}
                onClick={toPhone}
              >
                {t('how.phone')}
              </Button>
            </div>
          )}
        </>
      )}
      <div className={css.actions} {...onePress}>
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

function Total({ doc_type, items }: Pick<HowStepProps, 'doc_type' | 'items'>) {
  const t = useTexts('signing');
  const f = useFormats();
  return (
    <p className={css.total}>
      <span>{t(doc_type, { count: items.length })}</span>
      {doc_type === 'act' && <span className="k-figures">{f.money(sumOf(items))}</span>}
    </p>
  );
}

/** The code for eGov Mobile instead of a key on this device. */
function PhoneWay({ doc_type, items, onKey, onPhoneSigned, onClose }: HowStepProps & { onKey: () => void }) {
  const t = useTexts('signing');
  const [done, setDone] = useState(false);
  const [ids] = useState(() => items.map(({ id }) => id));
  return (
    <>
      <Total doc_type={doc_type} items={items} />
      <Suspense fallback={<Skeleton h={280} />}>
        <QrSigning
          doc_type={doc_type}
          ids={ids}
          onSigned={() => {
            setDone(true);
            onPhoneSigned();
          }}
        />
      </Suspense>
      <div className={css.actions} {...onePress}>
        {done ? (
          <Button autoFocus onClick={onClose}>
            {t('done.close')}
          </Button>
        ) : (
          <Button variant="default" onClick={onKey}>
            {t('how.by_key')}
          </Button>
        )}
      </div>
    </>
  );
}

function SigningProgress({ done, total, onStop }: { done: number; total: number; onStop: () => void }) {
  const t = useTexts('signing');
  const words = t('how.signing', { done, total });
  return (
    <>
      <div className={css.progress}>
        <p role="status" className={css.heading}>
          {words}
        </p>
        <Progress value={total === 0 ? 100 : (done / total) * 100} aria-label={words} />
        <p className={css.second}>{t('how.signing_hint')}</p>
      </div>
      <div className={css.actions} {...onePress}>
        <Button variant="default" autoFocus onClick={onStop}>
          {t('how.stop')}
        </Button>
      </div>
    </>
  );
}

/** A worker that is started when it is first needed and ended with the step, or when the key is put away. */
function useSigner() {
  const held = useRef<Signer | null>(null);
  useEffect(
    () => () => {
      held.current?.end();
      held.current = null;
    },
    [],
  );
  const live = () => (held.current ??= startSigner());
  return {
    open: (...args: Parameters<Signer['open']>) => live().open(...args),
    sign: (...args: Parameters<Signer['sign']>) => live().sign(...args),
    end: () => {
      held.current?.end();
      held.current = null;
    },
  };
}
