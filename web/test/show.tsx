import { StrictMode, Suspense } from 'react';
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
