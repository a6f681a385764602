import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useAsked } from '../../platform/use-asked.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import ActDifferences from './act-differences.tsx';

/** In what the act differs from the version that was sent before: whoever returned it need not find that by eye. */
export default function LinkChanges({ token }: { token: string }) {
  const t = useTexts('versions');
  const f = useFormats();
  const { data: changes } = useAsked(token, (signal) =>
    api.call('quick_sign.changes', { params: { token } }, { signal }),
  );
  // The whole act stands below; what cannot be compared is not worth a fault here.
  if (!changes) return null;
  const { sent_at } = changes.before;
  return (
    <Card title={t('title')}>
      {sent_at && <p className="k-second k-below-12">{t('since', { moment: f.moment(sent_at) })}</p>}
      <ActDifferences {...changes} />
    </Card>
  );
}
