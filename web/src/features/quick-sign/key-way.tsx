import { IconAlertTriangle } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import { SandboxHelp } from '../auth/public.ts';
import {
  firstChoice,
  KeyChoice,
  KeyFileForm,
  keyFault,
  maskIin,
  NcaWay,
  startSigner,
} from '../signing/public.ts';
import type { KeyCard, OpenAnswer, Signer } from '../signing/public.ts';
import type { QuickSign, SignedByLink } from './quick-sign.data.ts';
import css from './quick-sign.module.css';

interface KeyWayProps {
  token: string;
  asked: QuickSign;
  onSigned: (signed: SignedByLink) => void;
  /** NCALayer has been chosen: its window signs instead of a file. */
  nca: boolean;
  onNcaEnd: () => void;
  onPhone: () => void;
  /** Other ways, shown until a key is opened. */
  children: ReactNode;
}

type Trouble =
  | { kind: 'failed' }
  | { kind: 'refused'; message: string }
  | { kind: 'lost'; message: string; cms: string };

/**
 * Signs with a key file or through NCALayer. The key of a file lives in a worker of this page and is gone when it is
 * put away.
 */
export function KeyWay({ token, asked, onSigned, nca, onNcaEnd, onPhone, children }: KeyWayProps) {
  const t = useTexts('quick-sign');
  const signer = useRef<Signer | null>(null);
  const [keys, setKeys] = useState<readonly KeyCard[] | null>(null);
  const [chosen, setChosen] = useState<KeyCard | null>(null);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [now] = useState(() => new Date());
  useEffect(() => () => signer.current?.end(), []);

  const forget = () => {
    signer.current?.end();
    signer.current = null;
    setKeys(null);
    setChosen(null);
  };
  const open = async (file: Uint8Array, password: string): Promise<OpenAnswer> => {
    setTrouble(null);
    signer.current ??= startSigner();
    const answer = await signer.current.open(file, password);
    if ('keys' in answer) {
      const own = answer.keys.find((key) => isOf(asked, key));
      setKeys(answer.keys);
      setChosen(own ? firstChoice(answer.keys, own.iin ?? '', now) : (answer.keys[0] ?? null));
    }
    return answer;
  };
  const send = async (cms: string) => {
    setBusy(true);
    setTrouble(null);
    try {
      const answer = await api.call('quick_sign.sign', { params: { token }, body: { cms } });
      forget();
      onSigned({ public_id: answer.public_id, pending: answer.pending_proof });
    } catch (error) {
      const passing = !(error instanceof ApiError) || error.status < 400 || error.status >= 500;
      setTrouble(
        passing ? { kind: 'lost', message: t('lost'), cms } : { kind: 'refused', message: errorText(error) },
      );
    }
    setBusy(false);
  };
  const sign = async () => {
    if (!chosen || !signer.current || busy) return;
    setBusy(true);
    const { id, file } = asked.item;
    const made = await signer.current
      .sign(chosen.index, [{ id, sha256: file.sha256, streebog512: file.streebog512 }], () => undefined)
      .catch(() => null);
    if (made?.[0]) return await send(made[0].signature);
    forget();
    setTrouble({ kind: 'failed' });
    setBusy(false);
    return undefined;
  };

  if (nca && !busy && !trouble) {
    return (
      <div className="k-stack k-above-12">
        <Suspense>
          <NcaWay
            items={[asked.item]}
            bin=""
            findDouble={null}
            onSigned={([made]) => {
              onNcaEnd();
              if (made) void send(made.signature);
            }}
            onBusy={() => undefined}
            onPhone={onPhone}
            onKey={onNcaEnd}
          />
        </Suspense>
      </div>
    );
  }
  const bin = chosen && isOf(asked, chosen) ? (chosen.iin ?? '') : '';
  return (
    <div className="k-stack k-above-12">
      {keys && chosen ? (
        <>
          <KeyChoice
            keys={keys}
            chosen={chosen}
            onChoose={setChosen}
            company={{ name: asked.signer_name, bin }}
            onAnother={forget}
          />
          {trouble?.kind !== 'lost' && (
            <PlainButton
              wide
              loading={busy}
              disabled={keyFault(chosen, bin, now) !== null}
              onClick={() => void sign()}
            >
              {t('sign')}
            </PlainButton>
          )}
        </>
      ) : (
        <>
          <SandboxHelp of="people" name={asked.signer_name} onOpen={open} />
          {children}
          <KeyFileForm onOpen={open} />
          <details className={css.help}>
            <summary>{t('no_key')}</summary>
            <p>{t('no_key_hint')}</p>
          </details>
        </>
      )}
      {trouble && (
        <div role="alert" className={`k-flex k-gap-12 k-soft-bad k-pad-12 ${css.bad}`}>
          <IconAlertTriangle size={20} aria-hidden />
          <div>
            {trouble.kind === 'refused' && <p className="k-bold">{t('refused')}</p>}
            <p>{trouble.kind === 'failed' ? t('failed') : trouble.message}</p>
          </div>
        </div>
      )}
      {trouble?.kind === 'lost' && (
        <PlainButton wide loading={busy} onClick={() => void send(trouble.cms)}>
          {t('repeat')}
        </PlainButton>
      )}
      <p role="status" className="k-if-any">
        {busy ? t('signing') : ''}
      </p>
    </div>
  );
}

/** The page knows the number of its signer only masked; the server compares the whole of it. */
function isOf({ signer_iin }: QuickSign, key: KeyCard): boolean {
  return key.iin !== null && (signer_iin === '' || maskIin(key.iin) === signer_iin);
}
