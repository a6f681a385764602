import { Button, Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { blobOf, hasDigests } from '../../platform/file-digest.ts';
import { useTexts } from '../../platform/i18n.ts';
import { onePress } from '../../ui/one-press.ts';
import { useIsPhone } from '../../ui/use-phone.ts';
import {
  AppWays,
  KeyChoice,
  KeyFileForm,
  keyFault,
  NcaWay,
  SandboxKeys,
  useSigner,
} from '../signing/public.ts';
import type { KeyCard, OpenAnswer } from '../signing/public.ts';
import { SandboxHelp } from './sandbox-help.tsx';
import { Failure } from '../../ui/failure.tsx';
import css from './sign-in.module.css';

/** A short line that is good once, with the digests a browser signs. */
interface Asked {
  content: string;
  sha256: string;
  streebog512: string;
}

export interface Signed {
  content: string;
  cms: string;
}

interface SignOnceProps {
  /** Asked for at the moment of signing: a challenge lives only minutes. */
  ask: () => Promise<Asked>;
  /** Says itself, by `refusal`, when the signature was not taken. */
  take: (signed: Signed) => Promise<unknown>;
  busy: boolean;
  refusal: string | null;
  label: string;
  /** Whoever is signed in to the sandbox has test keys of their own. */
  sandbox?: boolean;
  /** A way out, below. */
  children?: ReactNode;
}

/** Shows who somebody is by a key of theirs: a file opened in this browser, or NCALayer. */
export function SignOnce({ ask, take, busy, refusal, label, sandbox, children }: SignOnceProps) {
  const t = useTexts('auth');
  const isPhone = useIsPhone();
  const [working, setWorking] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [nca, setNca] = useState<Asked | null>(null);
  const [now] = useState(() => new Date());
  const signer = useSigner((found) => found.find((key) => faultOf(key, now) === null) ?? found[0] ?? null);
  const { keys, chosen, forget } = signer;

  const open = (file: Uint8Array, password: string): Promise<OpenAnswer> => {
    setTrouble(null);
    return signer.open(file, password);
  };
  /** Null when there is nothing to sign, and says why. */
  const asked = async () => {
    try {
      const wanted = await ask();
      if (await hasDigests(blobOf(wanted.content), wanted)) return wanted;
      setTrouble(t('ecp.failed'));
    } catch (error) {
      setTrouble(errorText(error));
    }
    return null;
  };
  const sign = async () => {
    if (working || busy) return;
    setWorking(true);
    setTrouble(null);
    const wanted = await asked();
    if (wanted) {
      const { content, sha256, streebog512 } = wanted;
      const [made] = await signer
        .sign(chosen!.index, [{ id: 1, sha256, streebog512 }], () => undefined)
        .catch(() => []);
      if (made) await take({ content, cms: made.signature });
      else {
        forget();
        setTrouble(t('ecp.failed'));
      }
    }
    setWorking(false);
  };
  const startNca = async () => {
    setTrouble(null);
    setNca(await asked());
  };
  const said = trouble ?? refusal;
  const alert = <Failure text={said} />;

  if (nca) {
    return (
      <>
        <Suspense fallback={<Skeleton h={120} />}>
          <NcaWay
            items={[{ id: 1, file: nca }]}
            bin=""
            findDouble={null}
            onSigned={([made]) => {
              setNca(null);
              if (made) void take({ content: nca.content, cms: made.signature });
            }}
            onBusy={() => undefined}
            onPhone={null}
            onKey={() => setNca(null)}
          />
        </Suspense>
        {alert}
      </>
    );
  }
  return (
    <div className={css.form} {...onePress}>
      {alert}
      {keys && chosen ? (
        <>
          <KeyChoice
            keys={keys}
            chosen={chosen}
            onChoose={signer.choose}
            company={ownerOf(chosen)}
            onAnother={forget}
          />
          <Button
            size="md"
            fullWidth
            autoFocus
            loading={busy || working}
            disabled={faultOf(chosen, now) !== null}
            onClick={() => void sign()}
          >
            {label}
          </Button>
        </>
      ) : (
        <>
          {sandbox ? <SandboxKeys onOpen={open} /> : <SandboxHelp of="people" onOpen={open} />}
          <KeyFileForm onOpen={open} />
          <AppWays onNca={isPhone ? null : () => void startNca()} onPhone={null} />
        </>
      )}
      {children}
      <p role="status" className="k-visually-hidden">
        {busy || working ? t('ecp.working') : ''}
      </p>
    </div>
  );
}

/** Any key of a person proves who they are; whom they may sign for does not matter here. */
function ownerOf(key: KeyCard) {
  return { name: key.organization ?? key.name, bin: key.bin ?? key.iin ?? '' };
}

function faultOf(key: KeyCard, now: Date) {
  const fault = keyFault(key, ownerOf(key).bin, now);
  return fault === 'no_right' ? null : fault;
}
