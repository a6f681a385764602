import { useTexts } from '../../platform/i18n.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ActFormLoader } from './act-form-loader.tsx';

/** A new act. */
export default function NewActPage() {
  const t = useTexts('acts');
  return (
    <>
      <PageHeader title={t('form.new_title')} back={{ href: '/lk/business/acts', label: t('all_acts') }} />
      <ActFormLoader act={null} />
    </>
  );
}
