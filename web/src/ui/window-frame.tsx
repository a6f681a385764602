import { Modal } from '@mantine/core';
import type { ModalProps } from '@mantine/core';
import { useTexts } from '../platform/i18n.ts';
import { useFocusReturn } from './use-focus-return.ts';

export default function WindowFrame(props: ModalProps) {
  const t = useTexts('ui');
  useFocusReturn(props.opened);
  return <Modal closeButtonProps={{ 'aria-label': t('close') }} {...props} />;
}
