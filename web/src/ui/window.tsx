import type { ModalProps } from '@mantine/core';
import { Suspense, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';

const Frame = lazyPart(() => import('./window-frame.tsx'));
export const prepareWindow = Frame.prepare;

/**
 * A dialog, as `Modal` of Mantine with the same props, whose files come when it is first opened. A page that may open
 * one must not carry it from the start: it weighs as much as a table and its filters.
 */
export function Window(props: ModalProps) {
  const [wanted, setWanted] = useState(props.opened);
  if (props.opened && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <Frame {...props} />
    </Suspense>
  );
}
