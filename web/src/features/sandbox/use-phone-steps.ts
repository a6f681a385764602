import { useRef, useState } from 'react';
import { currentLocale } from '../../platform/i18n.ts';
import {
  askDocuments,
  askInvitation,
  PhoneFault,
  readCode,
  sendCancel,
  sendSigned,
  type Invitation,
  type PhoneWorld,
  type Shown,
} from './phone-protocol.ts';
import { signDocuments, type SandboxKey } from './phone-signer.ts';

export type PhoneStep =
  | { at: 'scan'; busy: boolean }
  | { at: 'review' | 'key'; invitation: Invitation; shown: Shown }
  | { at: 'signing'; done: number; invitation: Invitation; shown: Shown }
  /** `shown`: the documents can still be gone back to. */
  | { at: 'fault'; fault: PhoneFault; invitation: Invitation | null; shown: Shown | null }
  | { at: 'done'; back_url: string | null; count: number }
  | { at: 'cancelled' };

const world = (): PhoneWorld => ({
  fetch: (url, request) => fetch(url, request),
  site: new URL(location.origin),
  language: currentLocale() === 'kz' ? 'kk' : 'ru',
  now_ms: () => Date.now(),
});

const faultOf = (error: unknown): PhoneFault =>
  error instanceof PhoneFault ? error : new PhoneFault('bad_answer', String(error));

/** The phone from code to signature; each step asks what the protocol asks, in its order. */
export function usePhoneSteps() {
  const [step, setStep] = useState<PhoneStep>({ at: 'scan', busy: false });
  const [brokenKey, setBrokenKey] = useState(false);
  /** Of two codes read one after another the later one counts. */
  const turn = useRef(0);

  const read = async (text: string) => {
    turn.current += 1;
    const mine = turn.current;
    setStep({ at: 'scan', busy: true });
    let invitation: Invitation | null = null;
    const next = await (async (): Promise<PhoneStep> => {
      try {
        invitation = await askInvitation(world(), readCode(world(), text));
        return { at: 'review', invitation, shown: await askDocuments(world(), invitation) };
      } catch (error) {
        return { at: 'fault', fault: faultOf(error), invitation, shown: null };
      }
    })();
    if (mine === turn.current) setStep(next);
  };

  const sign = async (key: SandboxKey, invitation: Invitation, shown: Shown) => {
    setBrokenKey(false);
    const total = shown.documents.length;
    const tell = (done: number) => setStep({ at: 'signing', done, invitation, shown });
    tell(0);
    const signatures = await signDocuments(key, shown.documents, tell).catch(() => null);
    if (!signatures) {
      setBrokenKey(true);
      setStep({ at: 'key', invitation, shown });
      return;
    }
    try {
      const { back_url } = await sendSigned(world(), invitation, shown, signatures);
      setStep({ at: 'done', back_url, count: total });
    } catch (error) {
      setStep({ at: 'fault', fault: faultOf(error), invitation, shown });
    }
  };

  const cancel = async (invitation: Invitation, shown: Shown) => {
    try {
      await sendCancel(world(), invitation, shown);
      setStep({ at: 'cancelled' });
    } catch (error) {
      setStep({ at: 'fault', fault: faultOf(error), invitation, shown: null });
    }
  };

  const restart = () => {
    turn.current += 1;
    setBrokenKey(false);
    setStep({ at: 'scan', busy: false });
  };
  return { step, setStep, brokenKey, read, sign, cancel, restart };
}
