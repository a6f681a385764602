import type { Template } from '@kelisim/shared/features/templates/templates.contract.ts';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PdfView } from '../../ui/pdf-view.tsx';
import { useIsPhone } from '../../ui/use-phone.ts';
import { Window } from '../../ui/window.tsx';
import { useExecutorNames, usePreview } from './templates.data.ts';

/** The pages a template gives, with one's own data, and with those of an executor on demand. */
export default function PreviewDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const t = useTexts('templates');
  const isPhone = useIsPhone();
  const [executor, setExecutor] = useState<string | null>(null);
  const { data: names } = useExecutorNames();
  const pages = usePreview(template.id, template.updated_at, executor === null ? null : Number(executor));
  return (
    <Window opened onClose={onClose} size={860} fullScreen={isPhone} title={template.name}>
      <div className="k-stack">
        <p className="k-second">{t('preview.hint')}</p>
        <Select
          label={t('preview.executor')}
          searchable
          clearable
          limit={100}
          nothingFoundMessage={t('make.nothing')}
          data={(names ?? []).map((one) => ({
            value: String(one.executor_company_id),
            label: `${one.company_name} · ${one.bin}`,
          }))}
          value={executor}
          onChange={setExecutor}
        />
        {pages.error ? (
          <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
        ) : (
          <>
            {pages.isPending && (
              <p className="k-second" role="status">
                {t('preview.making')}
              </p>
            )}
            <PdfView file={pages.data} name={`${template.name}.pdf`} />
          </>
        )}
      </div>
    </Window>
  );
}
