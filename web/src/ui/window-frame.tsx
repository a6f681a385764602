import { Button, Modal } from '@mantine/core';
import type { ModalProps } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { useFocusReturn } from './use-focus-return.ts';
import { useTyped } from './use-typed.ts';

export interface WindowProps extends ModalProps {
  /** Closing loses nothing that was typed, or does nothing now: no question before it. */
  keeps?: boolean;
}

export default function WindowFrame({ keeps, ...props }: WindowProps) {
  const t = useTexts('ui');
  const typed = useTyped();
  const [asked, setAsked] = useState(false);
  useFocusReturn(props.opened);
  const stay = () => setAsked(false);
  // Escape, the cross and a click outside may be a slip. «Отмена» is none, and calls `onClose` of the page itself.
  const close = () => {
    if (asked) return stay();
    const field = keeps ? undefined : typed.find();
    if (!field) return props.onClose();
    // So that the question gives the focus back to it, also after a click outside.
    field.focus();
    setAsked(true);
  };
  return (
    <>
      <Modal closeButtonProps={{ 'aria-label': t('close') }} {...typed.watch} {...props} onClose={close} />
      {/* Escape is heard by the window below, which was there first. */}
      <Modal
        opened={asked && props.opened}
        onClose={stay}
        closeOnEscape={false}
        withCloseButton={false}
        centered
        size="sm"
        title={t('unsaved.ask')}
      >
        {/* The body begins at the buttons, and would cut the outline of the focus. */}
        <div className="k-actions k-above-4">
          <Button variant="default" data-autofocus onClick={stay}>
            {t('unsaved.back')}
          </Button>
          <Button
            color="bad"
            onClick={() => {
              stay();
              props.onClose();
            }}
          >
            {t('close')}
          </Button>
        </div>
      </Modal>
    </>
  );
}
