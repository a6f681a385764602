import type { ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormFoot } from './form-foot.tsx';
import type { Form } from './use-form.ts';
import { Window } from './window.tsx';

export interface FormDialogProps<V> extends Pick<ModalProps, 'size' | 'fullScreen' | 'closeOnClickOutside'> {
  /** A dialog that is drawn only while it is open may leave it out. */
  opened?: boolean;
  title: string;
  form: Form<V>;
  /** Does the deed, says so and closes; what it throws is shown in the dialog. */
  save: (values: V) => Promise<unknown>;
  /** The deed. */
  submit: string;
  /** Red for what cannot be taken back. */
  tone?: 'bad' | undefined;
  /** Stops the deed while something is still missing. */
  disabled?: boolean;
  onClose: () => void;
  children?: ReactNode;
}

/** A dialog with a form: its fields, its failure, the way out and the deed. It stays open while the deed is done. */
export function FormDialog<V>(props: FormDialogProps<V>) {
  const { opened = true, form, save, submit, tone, disabled, onClose, children, ...window } = props;
  return (
    <Window
      {...window}
      opened={opened}
      keeps={form.busy || form.keeps}
      onClose={form.busy ? () => undefined : onClose}
    >
      <form className="k-stack" {...form.bind(save)}>
        {children}
        <FormFoot
          error={form.failure}
          submit={submit}
          tone={tone}
          busy={form.busy}
          {...(disabled !== undefined && { disabled })}
          focused={!children}
          onCancel={onClose}
        />
      </form>
    </Window>
  );
}
