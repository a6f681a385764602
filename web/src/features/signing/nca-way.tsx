import { createNcaLayer } from '@kelisim/eds/ncalayer/client.ts';
import { Alert, Anchor, Button, Loader, Progress } from '@mantine/core';
import { IconAlertTriangle, IconDeviceMobile } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { currentLocale, useTexts } from '../../platform/i18n.ts';
import { onePress } from '../../ui/one-press.ts';
import { signWithNca } from './sign-with-nca.ts';
import type { NcaHash, NcaStop } from './sign-with-nca.ts';
import css from './signing.module.css';
import { toDocument } from './signing-messages.ts';
import type { Signable, SignedDocument } from './signing-messages.ts';

const NCALAYER_SITE = 'https://ncl.pki.gov.kz/';

interface NcaWayProps {
  items: readonly Signable[];
  /** БИН of the company for which is signed, or ИИН of the person: only such keys are offered. */
  bin: string;
  /** The sandbox has a double of NCALayer for those who are signed in; null where the real one is asked. */
  findDouble: (() => Promise<string>) | null;
  onSigned: (signed: SignedDocument[]) => void;
  onBusy: (busy: boolean) => void;
  /** Null where a phone would be shown too many documents. */
  onPhone: (() => void) | null;
  onKey: () => void;
}

type Now = { end: 'asking' } | NcaStop;

/** The window of NCALayer does the rest: key, password, signatures. Here is told what it waits for and how it ended. */
export default function NcaWay(props: NcaWayProps) {
  const { items, bin, findDouble, onSigned, onBusy, onPhone, onKey } = props;
  const t = useTexts('signing');
  const [turn, setTurn] = useState<{ hash: NcaHash }>({ hash: 'streebog512' });
  const [now, setNow] = useState<Now>({ end: 'asking' });
  const [done, setDone] = useState(0);
  const signed = useRef<SignedDocument[]>([]);
  const told = useRef({ items, findDouble, onSigned, onBusy });
  useEffect(() => {
    told.current = { items, findDouble, onSigned, onBusy };
  });
  useEffect(() => {
    let gone = false;
    let close: () => void = () => undefined;
    const run = async (): Promise<void> => {
      const url = await told.current.findDouble?.();
      if (gone) return;
      const layer = createNcaLayer({ openSocket: (at) => new WebSocket(at), ...(url ? { url } : {}) });
      close = layer.close;
      const ready = new Set(signed.current.map(({ id }) => id));
      const documents = told.current.items.filter(({ id }) => !ready.has(id)).map(toDocument);
      const locale = currentLocale() === 'kz' ? 'kk' : 'ru';
      const end = await signWithNca(layer, { documents, hash: turn.hash, bin, locale }, (batch) => {
        if (gone) return;
        signed.current = [...signed.current, ...batch];
        setDone(signed.current.length);
      });
      layer.close();
      if (gone) return;
      told.current.onBusy(false);
      if (end.end === 'signed') told.current.onSigned(signed.current);
      else setNow(end);
    };
    told.current.onBusy(true);
    run().catch(() => gone || setNow({ end: 'not_running' }));
    return () => {
      gone = true;
      close();
      told.current.onBusy(false);
    };
  }, [turn, bin]);

  const again = (hash: NcaHash) => {
    setNow({ end: 'asking' });
    setTurn({ hash });
  };
  const total = items.length;
  /** Papers of ИС ЭСФ: each asks for the password again, and they are taken all at once or not at all. */
  const texts = items.some((item) => 'text' in item);
  if (now.end === 'asking') {
    return (
      <>
        <div className="k-grid k-gap-12">
          <p role="status" className="k-title">
            {done > 0 ? t('how.signing', { done, total }) : t('nca.asking')}
          </p>
          {done > 0 ? <Progress value={(done / total) * 100} aria-label={t('nca.asking')} /> : <Loader />}
          <p className={css.second}>{t(texts ? 'nca.asking_bare_hint' : 'nca.asking_hint')}</p>
        </div>
        <div className={`k-actions ${css.actions}`} {...onePress}>
          <Button variant="default" autoFocus onClick={onKey}>
            {t('how.stop')}
          </Button>
        </div>
      </>
    );
  }
  const missing = now.end === 'not_running' || now.end === 'old' || now.end === 'no_module';
  return (
    <>
      <Alert role="alert" color="attention" icon={<IconAlertTriangle size={18} aria-hidden />}>
        <p className="k-title">{t(`nca.${now.end}`)}</p>
        {now.end === 'failed' && <p>{t('nca.said', { message: now.message })}</p>}
        <p>{t(`nca.${now.end}_hint`)}</p>
        {done > 0 && <p>{t('nca.partly', { done, total })}</p>}
      </Alert>
      {missing && (
        <div className={css.beside}>
          <section className={css.way} aria-label={t('nca.get')}>
            <h3 className="k-title">{t('nca.get')}</h3>
            <ol className="k-stack k-gap-6 k-flat k-bullets">
              <li>
                {t('nca.step_download')}{' '}
                <Anchor href={NCALAYER_SITE} target="_blank" rel="noreferrer">
                  ncl.pki.gov.kz
                </Anchor>
              </li>
              <li>{t('nca.step_start')}</li>
              <li>{t('nca.step_again')}</li>
            </ol>
          </section>
          {onPhone && (
            <section className={css.way} aria-label={t('nca.or_phone')}>
              <h3 className="k-title">{t('nca.or_phone')}</h3>
              <p className={css.second}>{t('how.phone_hint')}</p>
              <Button
                className="k-self-start"
                variant="default"
                leftSection={<IconDeviceMobile size={18} aria-hidden />}
                onClick={onPhone}
              >
                {t('how.phone')}
              </Button>
            </section>
          )}
        </div>
      )}
      <div className={`k-actions ${css.actions}`} {...onePress}>
        <Button variant="default" onClick={onKey}>
          {t('nca.other_way')}
        </Button>
        {done > 0 && !texts && (
          <Button variant="default" onClick={() => onSigned(signed.current)}>
            {t('nca.send_signed', { count: done })}
          </Button>
        )}
        {now.end === 'failed' && (
          <Button variant="default" onClick={() => again(otherOf(turn.hash))}>
            {t(turn.hash === 'sha256' ? 'nca.with_gost' : 'nca.with_rsa')}
          </Button>
        )}
        <Button autoFocus onClick={() => again(now.end === 'other_key' ? otherOf(turn.hash) : turn.hash)}>
          {t(missing ? 'nca.check_again' : 'nca.again')}
        </Button>
      </div>
    </>
  );
}

const otherOf = (hash: NcaHash): NcaHash => (hash === 'sha256' ? 'streebog512' : 'sha256');
