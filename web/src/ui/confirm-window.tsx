import type { ReactNode } from 'react';
import { FormFoot } from './form-foot.tsx';
import { useForm } from './use-form.ts';
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
  const form = useForm({});
  const close = () => {
    form.reset();
    onClose();
  };
  const confirm = async () => {
    await onConfirm();
    close();
  };
  return (
    <WindowFrame
      opened={opened}
      keeps={form.busy}
      onClose={form.busy ? () => undefined : close}
      title={title}
    >
      <form className="k-stack k-gap-24" {...form.bind(confirm)}>
        {children && <div className="k-stack k-gap-12">{children}</div>}
        <FormFoot
          error={form.failure}
          submit={confirmLabel}
          tone={tone}
          busy={form.busy}
          disabled={disabled}
          focused={!children}
          onCancel={close}
        />
      </form>
    </WindowFrame>
  );
}
