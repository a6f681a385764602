import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { Button, Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { onePress } from '../../ui/one-press.ts';
import { useIsPhone } from '../../ui/use-phone.ts';
import { AppWays, KeyChoice, KeyFileForm, keyFault, NcaWay, useSigner } from '../signing/public.ts';
import type { KeyCard, OpenAnswer } from '../signing/public.ts';
import { useSignIn } from './auth.data.ts';
import { signInErrorText } from './sign-in-error.ts';
import css from './sign-in.module.css';

interface Asked {
  content: string;
  sha256: string;
  streebog512: string;
}

/** By a key: a file opened in this browser, or NCALayer. Signed is a short line that is good once. */
export default function CertificateForm({ onDone }: { onDone: (me: Me) => void }) {
  const t = useTexts('auth');
  const isPhone = useIsPhone();
  const signer = useSigner();
  const { pending, error, at, signIn } = useSignIn(onDone);
  const [keys, setKeys] = useState<readonly KeyCard[] | null>(null);
  const [chosen, setChosen] = useState<KeyCard | null>(null);
  const [broken, setBroken] = useState(false);
  const [nca, setNca] = useState<Asked | null>(null);
  const [now] = useState(() => new Date());

  const ask = () => api.call('auth.ecp_challenge');
  const enter = (content: string, cms: string) =>
    signIn(() => api.call('auth.login_ecp', { body: { content, cms } }));
  const open = async (file: Uint8Array, password: string): Promise<OpenAnswer> => {
    setBroken(false);
    const answer = await signer.open(file, password);
    if ('keys' in answer) {
      setKeys(answer.keys);
      setChosen(answer.keys.find((key) => faultOf(key, now) === null) ?? answer.keys[0] ?? null);
    }
    return answer;
  };
  const forget = () => {
    signer.end();
    setKeys(null);
    setChosen(null);
  };
  const sign = () =>
    signIn(async () => {
      const { content, sha256, streebog512 } = await ask();
      const made = await signer
        .sign(chosen!.index, [{ id: 1, sha256, streebog512 }], () => undefined)
        .catch(() => {
          forget();
          setBroken(true);
          return [];
        });
      if (!made[0]) throw new KeyBroken();
      return api.call('auth.login_ecp', { body: { content, cms: made[0].cms } });
    });
  const startNca = async () => setNca(await ask());
  const said =
    error instanceof KeyBroken || broken
      ? t('ecp.failed')
      : error !== null && at
        ? signInErrorText(error, at, t)
        : null;
  const alert = (
    <div role="alert" className={css.alert}>
      {said && <p className={css.error}>{said}</p>}
    </div>
  );

  if (nca) {
    return (
      <>
        <Suspense fallback={<Skeleton h={120} />}>
          <NcaWay
            items={[{ id: 1, file: nca }]}
            bin=""
            findDouble={null}
            onSigned={([made]) => {
              const { content } = nca;
              setNca(null);
              if (made) void enter(content, made.cms);
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
      <h2 className="k-visually-hidden">{t('ways.ecp')}</h2>
      <p className={css.notice}>{t('ecp.lead')}</p>
      {alert}
      {keys && chosen ? (
        <>
          <KeyChoice
            keys={keys}
            chosen={chosen}
            onChoose={setChosen}
            company={ownerOf(chosen)}
            onAnother={forget}
          />
          <Button
            size="md"
            fullWidth
            autoFocus
            loading={pending}
            disabled={faultOf(chosen, now) !== null}
            onClick={() => void sign()}
          >
            {t('ecp.submit')}
          </Button>
        </>
      ) : (
        <>
          <KeyFileForm onOpen={open} />
          <AppWays onNca={isPhone ? null : () => void startNca()} onPhone={null} />
        </>
      )}
      <p role="status" className="k-visually-hidden">
        {pending ? t('ecp.working') : ''}
      </p>
    </div>
  );
}

class KeyBroken extends Error {}

/** Any key of a person shows who he is; whom he may sign for is of no matter here. */
function ownerOf(key: KeyCard) {
  return { name: key.organization ?? key.name, bin: key.bin ?? key.iin ?? '' };
}

function faultOf(key: KeyCard, now: Date) {
  const fault = keyFault(key, ownerOf(key).bin, now);
  return fault === 'no_right' ? null : fault;
}
