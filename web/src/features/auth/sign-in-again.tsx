import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { Suspense } from 'react';
import { withTexts } from '../../platform/i18n.ts';
import { callKey, queryClient } from '../../platform/query.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const SignInForm = lazyPart(() => withTexts(import('./sign-in-form.tsx'), ['auth']));

/**
 * The form over a page whose session has ended. Another person than before does not get the page of the first one:
 * everything begins again at their own home.
 */
export function SignInAgain({ onDone }: { onDone: () => void }) {
  const before = queryClient.getQueryData<Me>(callKey('auth.me'));
  const enter = (me: Me) => {
    if (before && before.id !== me.id) location.assign('/');
    else onDone();
  };
  return (
    <Suspense>
      <SignInForm email={before?.email} onDone={enter} />
    </Suspense>
  );
}
