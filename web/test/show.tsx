import { StrictMode, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import { Mantine } from '../src/ui/mantine.tsx';

/** Shows a part of a page as the product does: in strict mode, with its style sheets, texts and theme. */
export function show(part: ReactNode) {
  return render(
    <StrictMode>
      <Suspense>
        <Mantine>{part}</Mantine>
      </Suspense>
    </StrictMode>,
  );
}

/** Keeps the value of a field, as the page around it would; `heard` is told of every change. */
export function Kept<V>(props: {
  value: V;
  heard?: (value: V) => void;
  children: (value: V, onChange: (value: V) => void) => ReactNode;
}) {
  const [value, setValue] = useState(props.value);
  return props.children(value, (changed) => {
    setValue(changed);
    props.heard?.(changed);
  });
}
