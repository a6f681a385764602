import 'virtual:theme.css';
import '../ui/mantine-base.ts';
import '../ui/base.css';
import '../ui/media.css';
import '../ui/term-help.css';
import { StrictMode, Suspense, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { isDeclined } from '../platform/api-error.ts';
import { apiHooks } from '../platform/api.ts';
import { keepDevice } from '../platform/device.ts';
import { errorText } from '../platform/error-text.ts';
import { startI18n, textOf } from '../platform/i18n.ts';
import { NavigationContext } from '../ui/app-link.tsx';
import { ToastArea } from '../ui/toast-area.tsx';
import { toasts } from '../ui/toasts.ts';
import { watchForNewVersion } from './new-version.ts';
import { navigation, startNavigation } from './navigate.ts';
import { proof } from './proof.ts';
import { FaultBoundary, inPlain, RouterView } from './router-view.tsx';
import { sessionEnd } from './session-end.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

apiHooks.signInAgain = sessionEnd.ask;
apiHooks.prove = (how, call) => proof.ask({ how, call });
apiHooks.unavailable = (message) => {
  toasts.error(message ?? textOf('app', 'errors.try_later'), {
    id: '503',
    title: textOf('app', 'errors.unavailable'),
  });
};
apiHooks.untakenError = (error) => {
  if (isDeclined(error)) return;
  const text = errorText(error);
  // A 503 has had its toast already.
  if (!(error instanceof Error && 'status' in error && error.status === 503))
    toasts.error(text, { id: text });
};

/** Loaded only when a session ends. If it cannot be loaded, the waiting calls fail and the next one tries again. */
const SignInOverlay = lazyPart(
  () => import('./sign-in-overlay.tsx'),
  () => sessionEnd.answer(false),
);

function SessionEnd() {
  return useSyncExternalStore(sessionEnd.subscribe, sessionEnd.about) && <SignInOverlay />;
}

/** Loaded when a call first asks for a fresh proof. */
const ProofOverlay = lazyPart(
  () => import('./proof-overlay.tsx'),
  () => proof.answer(false),
);

function Proof() {
  return useSyncExternalStore(proof.subscribe, proof.about) && <ProofOverlay />;
}

keepDevice();
await startI18n();
startNavigation();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <NavigationContext value={navigation}>
      <Suspense>
        <FaultBoundary show={inPlain}>
          <RouterView />
        </FaultBoundary>
        {/* Of its own, so that the page stays in sight while the overlay is being loaded. */}
        <Suspense>
          <SessionEnd />
        </Suspense>
        <Suspense>
          <Proof />
        </Suspense>
        <ToastArea />
      </Suspense>
    </NavigationContext>
  </StrictMode>,
);

watchForNewVersion();
