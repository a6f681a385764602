import { ProveForm } from '../features/auth/public.ts';
import { useTexts } from '../platform/i18n.ts';
import { Mantine } from '../ui/mantine.tsx';
import { Window } from '../ui/window.tsx';
import { proof } from './proof.ts';

/** A deed wants a fresh proof: it is given over the page, and the call goes on by itself. */
export default function ProofOverlay() {
  return (
    <Mantine>
      <Overlay />
    </Mantine>
  );
}

function Overlay() {
  const t = useTexts('auth');
  const about = proof.about();
  if (!about) return null;
  return (
    <Window opened onClose={() => proof.answer(false)} title={t('prove.title')}>
      <ProveForm
        call={about.call}
        bySignature={about.how === 'signature'}
        onProved={() => proof.answer(true)}
        onCancel={() => proof.answer(false)}
      />
    </Window>
  );
}
