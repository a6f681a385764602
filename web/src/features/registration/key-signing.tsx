import { Button, Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { hasDigests } from '../../platform/file-digest.ts';
import { useTexts } from '../../platform/i18n.ts';
import { onePress } from '../../ui/one-press.ts';
import { useIsPhone } from '../../ui/use-phone.ts';
import { SandboxHelp } from '../auth/public.ts';
import { QrSession } from '../qr-signing/public.ts';
import type { QrSource } from '../qr-signing/public.ts';
import {
  AppWays,
  firstChoice,
  KeyChoice,
  KeyFileForm,
  keyFault,
  NcaWay,
  useSigner,
} from '../signing/public.ts';
import type { OpenAnswer } from '../signing/public.ts';
import { Failure } from '../../ui/failure.tsx';
import { StepActions } from './step-frame.tsx';

export type Means = 'key_file' | 'ncalayer';

/** What is signed: the bytes as they are shown or sent, and their digests, lower-case hex. */
export interface Paper {
  id: number;
  shown: Blob;
  file: { sha256: string; streebog512: string };
}

interface KeySigningProps {
  /** For whom: БИН of the company, or ИИН of the person. */
  owner: { bin: string; name: string; ceo: string };
  /** What is signed, asked for at the moment of signing: a challenge lives only minutes. */
  prepare: () => Promise<Paper>;
  /** Says itself, by `refusal`, when it was not taken. */
  send: (cms: string, means: Means) => Promise<unknown>;
  /** Signing on a phone, where there is such a way. */
  phone?: { source: QrSource; onSigned: () => void };
  label: string;
  busy: boolean;
  onBack?: () => void;
  /** Why the last key was refused. */
  refusal: string | null;
}

/** The ways of the signing dialog for somebody who has no account yet: NCALayer, eGov Mobile, a key file. */
export function KeySigning(props: KeySigningProps) {
  const { owner, prepare, send, phone, label, busy, onBack, refusal } = props;
  const t = useTexts('sign-up');
  const isPhone = useIsPhone();
  const [working, setWorking] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [way, setWay] = useState<'key' | 'phone' | 'nca'>('key');
  const [asked, setAsked] = useState<Paper | null>(null);
  const [now] = useState(() => new Date());
  const { bin } = owner;
  const signer = useSigner((found) => firstChoice(found, bin, now));
  const { keys, chosen, forget } = signer;

  const open = (file: Uint8Array, password: string): Promise<OpenAnswer> => {
    setTrouble(null);
    return signer.open(file, password);
  };
  /** Null when the server would have other bytes signed than these. */
  const checked = async () => {
    const paper = await prepare();
    if (await hasDigests(paper.shown, paper.file)) return paper;
    setTrouble(t('ecp.other_bytes'));
    return null;
  };
  const sign = async () => {
    if (!chosen || working) return;
    setWorking(true);
    setTrouble(null);
    try {
      const paper = await checked();
      if (!paper) return;
      const { id, file } = paper;
      const { sha256, streebog512 } = file;
      const [made] = await signer.sign(chosen.index, [{ id, sha256, streebog512 }], () => undefined);
      await send(made!.signature, 'key_file');
    } catch (error) {
      if (!(error instanceof ApiError)) forget();
      setTrouble(error instanceof ApiError ? errorText(error) : t('ecp.failed'));
    } finally {
      setWorking(false);
    }
  };
  const startNca = async () => {
    setTrouble(null);
    try {
      const paper = await checked();
      setAsked(paper);
      if (paper) setWay('nca');
    } catch (error) {
      setTrouble(errorText(error));
    }
  };
  /** The key of an employee is good here too: an administrator looks then. */
  const fault = chosen && keyFault(chosen, bin, now);
  const stops = fault !== null && fault !== 'no_right';
  const said = <Failure text={trouble ?? refusal} />;

  if (way === 'phone' && phone) {
    return (
      <>
        <QrSession source={phone.source} onSigned={phone.onSigned} />
        {said}
        <StepActions onBack={onBack} busy={busy}>
          <Button variant="default" size="md" onClick={() => setWay('key')}>
            {t('ecp.by_key')}
          </Button>
        </StepActions>
      </>
    );
  }
  if (way === 'nca' && asked) {
    return (
      <>
        <Suspense fallback={<Skeleton h={120} />}>
          <NcaWay
            items={[asked]}
            bin={bin}
            findDouble={null}
            onSigned={([made]) => {
              setWay('key');
              if (made) void send(made.signature, 'ncalayer');
            }}
            onBusy={() => undefined}
            onPhone={phone ? () => setWay('phone') : null}
            onKey={() => setWay('key')}
          />
        </Suspense>
        {said}
      </>
    );
  }
  return (
    <div className="k-stack k-gap-12" {...onePress}>
      {said}
      {keys && chosen ? (
        <KeyChoice
          heading="h2"
          keys={keys}
          chosen={chosen}
          onChoose={signer.choose}
          company={{ name: owner.name, bin }}
          onAnother={forget}
        />
      ) : (
        <>
          <SandboxHelp of="keys" owner={owner} onOpen={open} />
          <AppWays
            heading="h2"
            onNca={isPhone ? null : () => void startNca()}
            onPhone={phone ? () => setWay('phone') : null}
          />
          <KeyFileForm onOpen={open} />
        </>
      )}
      <StepActions onBack={onBack} busy={busy || working}>
        {chosen && (
          <Button size="md" autoFocus loading={busy || working} disabled={stops} onClick={() => void sign()}>
            {label}
          </Button>
        )}
      </StepActions>
      <p role="status" className="k-visually-hidden">
        {busy || working ? t('ecp.signing') : ''}
      </p>
    </div>
  );
}
