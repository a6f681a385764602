import { Suspense, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';
import type { WindowProps } from './window-frame.tsx';

const Frame = lazyPart(() => import('./window-frame.tsx'));
export const prepareWindow = Frame.prepare;

/**
 * A dialog, as `Modal` of Mantine with the same props, whose files come when it is first opened. It asks before typed
 * input is lost. A page that may open one must not carry it from the start: it weighs as much as a table and its
 * filters.
 */
export function Window(props: WindowProps) {
  const [wanted, setWanted] = useState(props.opened);
  if (props.opened && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <Frame {...props} />
    </Suspense>
  );
}
