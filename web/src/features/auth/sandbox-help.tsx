import type { ComponentType } from 'react';
import { Suspense } from 'react';
import { loadTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { SandboxHelpProps } from '../sandbox/public.ts';

// A build for production has neither the part nor its texts.
const Help: ComponentType<SandboxHelpProps> =
  import.meta.env.VITE_SANDBOX === 'off'
    ? () => null
    : lazyPart(async () => {
        const [part] = await Promise.all([import('../sandbox/public.ts'), loadTexts(['sandbox-newcomer'])]);
        return { default: part.NewcomerHelp };
      });

/**
 * What the sandbox offers beside a question: made-up data, the code that it did not send, test keys. Only made-up data has
 * its place kept: the others may come to nothing.
 */
export function SandboxHelp(props: SandboxHelpProps) {
  return (
    <Suspense fallback={props.of === 'sample' && <Skeleton height={140} />}>
      <Help {...props} />
    </Suspense>
  );
}
