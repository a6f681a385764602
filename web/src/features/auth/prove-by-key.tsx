import { Button } from '@mantine/core';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useMe } from '../../platform/use-who.ts';
import { SignOnce, type Signed } from './sign-once.tsx';

interface ProveByKeyProps {
  take: (signed: Signed) => Promise<unknown>;
  busy: boolean;
  refusal: string | null;
  label: string;
  /** Back to the other ways; null where a key is the only one. */
  onOther: (() => void) | null;
  onCancel: () => void;
}

/** The signature of one's own key instead of a password. */
export default function ProveByKey(props: ProveByKeyProps) {
  const { take, busy, refusal, label, onOther, onCancel } = props;
  const t = useTexts('auth');
  const ui = useTexts('ui');
  const me = useMe();
  return (
    <SignOnce
      ask={async () => (await api.call('auth.proof_options')).challenge}
      take={take}
      busy={busy}
      refusal={refusal}
      label={label}
      sandbox={me?.sandbox ?? false}
    >
      <div className="k-actions">
        {onOther && (
          <Button variant="subtle" disabled={busy} onClick={onOther}>
            {t('prove.other')}
          </Button>
        )}
        <Button variant="default" disabled={busy} onClick={onCancel}>
          {ui('cancel')}
        </Button>
      </div>
    </SignOnce>
  );
}
