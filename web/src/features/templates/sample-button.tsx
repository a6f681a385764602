import { Button } from '@mantine/core';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { saveFile } from '../../ui/save-file.ts';

/** A contract with fields in it, to begin a template with. */
export function SampleButton() {
  const t = useTexts('templates');
  const save = async () => {
    const file = await api.call('templates.sample');
    saveFile(file, file.name);
  };
  return (
    <Button variant="subtle" onClick={() => void save()}>
      {t('page.sample')}
    </Button>
  );
}
