import { Alert, Button } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import type { ActFormState } from './use-act-form.ts';

/** What this device remembers of an unfinished act: the own text is back, or another tab has one. */
export function DraftNotes({ form }: { form: ActFormState }) {
  const t = useTexts('acts');
  const f = useFormats();
  if (form.other)
    return (
      <Alert color="attention" variant="light" role="status">
        <div className="k-split k-gap-8-16 k-middle">
          <span>{t('form.found', { when: f.moment(form.other.at) })}</span>
          <span className="k-row">
            <Button size="compact-sm" onClick={form.takeOther}>
              {t('form.found_take')}
            </Button>
            <Button size="compact-sm" variant="default" onClick={form.dropOther}>
              {t('form.found_drop')}
            </Button>
          </span>
        </div>
      </Alert>
    );
  if (!form.restored_at) return null;
  return (
    <Alert color="accent" variant="light" role="status">
      <div className="k-split k-gap-8-16 k-middle">
        <span>{t('form.restored', { when: f.moment(form.restored_at) })}</span>
        <Button size="compact-sm" variant="default" onClick={form.startAnew}>
          {t('form.restored_drop')}
        </Button>
      </div>
    </Alert>
  );
}
