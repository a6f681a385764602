import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import css from './quick-sign.module.css';

interface LinkAnswerProps {
  token: string;
  /** The sum is wrong, or something is to be asked first. */
  kind: 'return' | 'ask';
  onDone: () => void;
  onCancel: () => void;
}

/** What goes to the company in place of a signature: the reason for which the act goes back, or a question. */
export function LinkAnswer({ token, kind, onDone, onCancel }: LinkAnswerProps) {
  const t = useTexts('quick-sign');
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  const params = { token };
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = text.trim();
    if (kind === 'ask' && words === '') return setFault(t('answer.ask_empty'));
    setBusy(true);
    setFault(null);
    try {
      if (kind === 'ask') await api.call('quick_sign.ask', { params, body: { question: words } });
      else
        await api.call('quick_sign.return', {
          params,
          body: { reason: [t('answer.return_reason'), words].filter(Boolean).join('. ') },
        });
      onDone();
    } catch (error) {
      setFault(errorText(error));
    }
    setBusy(false);
    return undefined;
  };
  return (
    <form className="k-stack k-gap-12" onSubmit={(event) => void send(event)}>
      <label className="k-medium" htmlFor={id}>
        {t(`answer.${kind}_label`)}
      </label>
      <textarea
        id={id}
        className={css.answer}
        rows={3}
        // Room for the words that stand before it.
        maxLength={900}
        value={text}
        autoFocus
        aria-invalid={fault !== null}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} className={css.second}>
        {t(`answer.${kind}_hint`)}
      </p>
      {fault !== null && (
        <p role="alert" className="k-fault">
          {fault}
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
