import { useEffect, useId, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import { tooLong } from '../../ui/too-long.ts';
import type { QuickSign } from './quick-sign.data.ts';
import css from './quick-sign.module.css';

interface LinkAnswerProps {
  token: string;
  /** The sum is wrong, or something is to be asked first. */
  kind: 'return' | 'ask';
  onReturned: () => void;
  onAsked: (said: QuickSign['said']) => void;
  onCancel: () => void;
}

/** What goes to the company in place of a signature: the reason for which the act goes back, or a question. */
export function LinkAnswer({ token, kind, onReturned, onAsked, onCancel }: LinkAnswerProps) {
  const t = useTexts('quick-sign');
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  const params = { token };
  // Room for the words that stand before it.
  const long = tooLong(text, 900);
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = text.trim();
    if (words === '') return setFault(t(`answer.${kind}_empty`));
    if (long) return undefined;
    setBusy(true);
    setFault(null);
    try {
      if (kind === 'ask')
        onAsked((await api.call('quick_sign.ask', { params, body: { question: words } })).said);
      else {
        await api.call('quick_sign.return', {
          params,
          body: { reason: `${t('answer.return_reason')}. ${words}` },
        });
        onReturned();
      }
    } catch (error) {
      setFault(errorText(error));
    }
    setBusy(false);
    return undefined;
  };
  const form = useRef<HTMLFormElement>(null);
  const said = fault ?? long;
  const isFaulty = said !== undefined;
  // Its buttons come out from under the bar, and so do they below a new line of fault.
  useEffect(() => {
    form.current?.scrollIntoView({ block: isFaulty ? 'end' : 'nearest' });
  }, [isFaulty]);
  return (
    <form ref={form} className={`k-stack k-gap-12 ${css.form}`} onSubmit={(event) => void send(event)}>
      <label className="k-medium" htmlFor={id}>
        {t(`answer.${kind}_label`)}
      </label>
      <textarea
        id={id}
        className={css.answer}
        rows={3}
        value={text}
        autoFocus
        aria-invalid={isFaulty}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} className={css.second}>
        {t(`answer.${kind}_hint`)}
      </p>
      {isFaulty && (
        <p role="alert" className="k-fault">
          {said}
        </p>
      )}
      <div className={`k-row ${css.buttons}`}>
        <PlainButton type="submit" loading={busy}>
          {t(`answer.${kind}`)}
        </PlainButton>
        <PlainButton variant="default" onClick={onCancel}>
          {t('answer.cancel')}
        </PlainButton>
      </div>
    </form>
  );
}
