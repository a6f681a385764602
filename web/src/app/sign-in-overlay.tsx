import { Button, Modal } from '@mantine/core';
import { useTexts } from '../platform/i18n.ts';
import { Mantine } from '../ui/mantine.tsx';
import { sessionEnd } from './session-end.ts';
import { slots } from './slots.ts';

/** The session ended in the middle of something: sign in over the page, and the call that failed goes on. */
export default function SignInOverlay() {
  return (
    <Mantine>
      <Overlay />
    </Mantine>
  );
}

function Overlay() {
  const t = useTexts('app');
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('session.ended')}
    >
      <p className="k-below-12">{t('session.ended_hint')}</p>
      {slots.signIn && <slots.signIn onDone={() => sessionEnd.answer(true)} />}
      <Button variant="subtle" color="gray" fullWidth mt="sm" onClick={() => sessionEnd.leave()}>
        {t('session.leave')}
      </Button>
    </Modal>
  );
}
