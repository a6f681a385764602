import { Button } from '@mantine/core';
import { useTexts } from '../platform/i18n.ts';
import { Fault } from './failure.tsx';

export interface FormFootProps {
  /** What went wrong with the whole form; what is wrong with one field stands at that field. */
  error?: string | false | null | undefined;
  /** The deed. */
  submit: string;
  busy: boolean;
  /** Stops the deed while something is still missing. */
  disabled?: boolean;
  /** Red for what cannot be taken back. */
  tone?: 'bad' | undefined;
  /** Whether the dialog begins here, as one without fields does. */
  focused?: boolean;
  /** None where there is nowhere to go back to. */
  onCancel?: (() => void) | undefined;
}

/** How the form of every dialog ends: its error, the way out, and the deed. */
export function FormFoot({ error, submit, busy, disabled, tone, focused, onCancel }: FormFootProps) {
  const t = useTexts('ui');
  return (
    <>
      <Fault text={error} />
      <div className="k-actions">
        {onCancel && (
          <Button variant="default" disabled={busy} onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
        <Button
          type="submit"
          color={tone}
          loading={busy}
          disabled={disabled}
          data-autofocus={focused ? true : undefined}
        >
          {submit}
        </Button>
      </div>
    </>
  );
}
