import type { Template } from '@kelisim/shared/features/templates/templates.contract.ts';
import { TEMPLATE_SORTS } from '@kelisim/shared/features/templates/template-fields.ts';
import { Button, Select } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { searchFlag, searchOneOf, searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { offerUndo } from '../../ui/undo.ts';
import { SettingsTabs } from '../settings/public.ts';
import { FieldsCard } from './fields-card.tsx';
import { MakeDialog } from './public.ts';
import { SampleButton } from './sample-button.tsx';
import { TEMPLATES_ON_A_PAGE, useMay, useSorts, useTemplates } from './templates.data.ts';
import css from './templates.module.css';
import { useTemplateColumns } from './templates-table.tsx';
import type { TemplateDeed } from './templates-table.tsx';

const PreviewDialog = lazyPart(() => import('./preview-dialog.tsx'));
const UploadTemplateDialog = lazyPart(() => import('./upload-template-dialog.tsx'));

const read = (raw: RawSearch) => ({
  page: searchWhole(raw, 'page', 1),
  sort: searchOneOf(raw, 'sort', TEMPLATE_SORTS) ?? TEMPLATE_SORTS[0],
  upload: searchFlag(raw, 'upload'),
});

/** `/lk/business/settings/templates`: Word files that contracts are made from, and what may stand in them. */
export default function TemplatesPage() {
  const t = useTexts('templates');
  const [{ page, sort, upload }, change] = useUrlState(read);
  const answer = useTemplates(page, sort);
  const { data } = answer;
  const sorts = useSorts();
  const mayChange = useMay('manage_contracts');
  const maySet = useMay('manage_settings');
  const [chosen, setChosen] = useState<{ deed: TemplateDeed; template: Template } | null>(null);
  const close = () => setChosen(null);
  const of = (deed: TemplateDeed) => (chosen?.deed === deed ? chosen.template : null);
  const download = useAction('templates.download', {
    onSuccess: (file) => saveFile(file, file.name),
  });
  const columns = useTemplateColumns(mayChange, (deed, template) => {
    if (deed === 'download') download.mutate({ params: { template_id: template.id } });
    else setChosen({ deed, template });
  });
  const openUpload = () => change({ upload: true, page });
  return (
    <>
      <PageHeader
        title={t('page.title')}
        count={data?.total}
        sub={t('page.lead')}
        actions={
          mayChange && (
            <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={openUpload}>
              {t('page.upload')}
            </Button>
          )
        }
      />
      {maySet && <SettingsTabs current="templates" />}
      <div className="k-row k-gap-8-16 k-middle k-below-16">
        <AppLink href="/lk/business/contracts" className="k-inline k-middle k-high-24">
          {t('page.to_contracts')}
        </AppLink>
        <SampleButton />
        <Select
          className={css.sort}
          aria-label={t('page.sort')}
          allowDeselect={false}
          data={(sorts.data ?? []).map(({ name, description }) => ({ value: name, label: description }))}
          value={sort}
          onChange={(value) => change({ sort: value ?? undefined })}
        />
      </div>
      <ListTable
        label={t('page.title')}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        skeletonRows={3}
        empty={
          <EmptyState
            title={t('page.empty')}
            hint={mayChange ? t('page.empty_hint') : t('page.no_right')}
            action={mayChange ? { label: t('page.upload'), onClick: openUpload } : undefined}
            noAction="no_right"
          />
        }
        {...pagesOf(answer, page, TEMPLATES_ON_A_PAGE, change)}
      />
      <FieldsCard />
      {mayChange && upload && (
        <UploadTemplateDialog
          template={null}
          onClose={() => change({ upload: undefined, page }, { replace: true })}
        />
      )}
      {of('replace') && <UploadTemplateDialog template={of('replace')} onClose={close} />}
      {of('preview') && <PreviewDialog template={of('preview')!} onClose={close} />}
      {of('use') && <MakeDialog template_id={of('use')!.id} onClose={close} />}
      <RemoveDialog template={of('remove')} onClose={close} />
    </>
  );
}

function RemoveDialog({ template, onClose }: { template: Template | null; onClose: () => void }) {
  const t = useTexts('templates');
  const remove = useAction('templates.delete', { stale: ['templates.'], meta: { quiet: true } });
  const restore = useAction('templates.restore', { stale: ['templates.'], meta: { quiet: true } });
  return (
    <ConfirmDialog
      opened={template !== null}
      onClose={onClose}
      title={t('remove.title', { name: template?.name ?? '' })}
      confirmLabel={t('deed.remove')}
      tone="bad"
      onConfirm={async () => {
        const input = { params: { template_id: template!.id } };
        await remove.mutateAsync(input);
        offerUndo(t('removed'), () => restore.mutateAsync(input));
      }}
    >
      {t('remove.text')}
    </ConfirmDialog>
  );
}
