import { useState } from 'react';
import type { ReactNode } from 'react';
import { errorText } from '../platform/error-text.ts';
import css from './confirm-dialog.module.css';
import { FormFoot } from './form-foot.tsx';
import WindowFrame from './window-frame.tsx';

export interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The question. */
  title: string;
  /** What will happen, and what will not; fields too. */
  children?: ReactNode;
  confirmLabel: string;
  /** Red for what cannot be taken back. */
  tone?: 'bad';
  /** Stops the button while something is still missing. */
  disabled?: boolean;
  /** The dialog stays open until this is done; an error is shown in it. */
  onConfirm: () => Promise<unknown> | void;
}

/** The window of `ConfirmDialog`. */
export default function ConfirmWindow(props: ConfirmDialogProps) {
  const { opened, onClose, title, children, confirmLabel, tone, disabled, onConfirm } = props;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const close = () => {
    setError(null);
    onClose();
  };
  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      await onConfirm();
      close();
    } catch (reason) {
      setError(errorText(reason));
    } finally {
      setBusy(false);
    }
  };
  return (
    <WindowFrame opened={opened} onClose={busy ? () => undefined : close} title={title}>
      <form
        className="k-stack k-gap-24"
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        {children && <div className={`k-stack k-gap-12 ${css.body}`}>{children}</div>}
        <FormFoot
          error={error}
          submit={confirmLabel}
          tone={tone}
          busy={busy}
          disabled={disabled}
          focused={!children}
          onCancel={close}
        />
      </form>
    </WindowFrame>
  );
}
