import { Alert, Button, Select, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeEvent } from 'react';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { Card } from '../../ui/card.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PaperNumber } from '../../ui/paper-number.tsx';
import { saveFile } from '../../ui/save-file.ts';
import css from './many.module.css';
import { ManyCheck } from './many-check.tsx';
import { ManyRun } from './many-run.tsx';
import { readPasted } from './read-pasted.ts';
import { useInviteMany } from './use-invite-many.ts';

const read = (raw: RawSearch) => ({ run_id: searchWhole(raw, 'run', 0) || null });
const MAX_BYTES = 10_000_000;

const isPaste = (event: Event) => event instanceof InputEvent && event.inputType === 'insertFromPaste';

/** Many invitations out of a spreadsheet. Once they are sent the run stands in the address, and the page may be closed. */
export default function InviteManyPage() {
  const t = useTexts('invitations');
  const [{ run_id }, change] = useUrlState(read);
  return (
    <>
      <PageHeader
        title={t('many.title')}
        back={{ href: '/lk/business/executors?view=invited', label: t('many.back') }}
      />
      {run_id === null ? (
        <ManySteps onStarted={(id) => change({ run: id })} />
      ) : (
        <ManyRun key={run_id} run_id={run_id} onAgain={() => change({ run: undefined })} />
      )}
    </>
  );
}

function ManySteps({ onStarted }: { onStarted: (run_id: number) => void }) {
  const t = useTexts('invitations');
  const many = useInviteMany(onStarted);
  const [files, setFiles] = useState<File[]>([]);
  const { draft, check, checked } = many;
  const template = useMutation({
    mutationFn: async () => {
      const file = (await api.call('invitations.template')) as File;
      saveFile(file, file.name);
    },
  });
  const checkPasted = (pasted: string) => {
    setFiles([]);
    many.replace(readPasted(pasted), pasted);
  };
  return (
    <div className="k-stack k-broad">
      <ForAll many={many} />
      <Card title={`2. ${t('many.whom')}`}>
        <p className="k-lead">{t('many.whom_hint')}</p>
        <DownloadButton mb={16} download={template}>
          {t('many.template')}
        </DownloadButton>
        <div className={css.sources}>
          <FileDrop
            label={t('many.file')}
            kinds={['.xlsx']}
            max_bytes={MAX_BYTES}
            files={files}
            disabled={many.isComing || check.isPending}
            onChange={(next) => {
              setFiles(next);
              if (next[0]) many.readFile(next[0]);
            }}
          />
          <div>
            <Textarea
              label={t('many.paste')}
              description={t('many.paste_hint')}
              minRows={4}
              maxRows={8}
              // What is pasted is checked at once, with the contract that stands for all.
              disabled={many.isComing}
              value={draft.pasted}
              onChange={(event) => {
                const pasted = event.currentTarget.value;
                // A list that was pasted is checked at once; one that is typed, when its button is pressed.
                if (isPaste(event.nativeEvent)) checkPasted(pasted);
                else many.change({ pasted });
              }}
            />
            <Button
              mt={8}
              variant={checked ? 'default' : 'filled'}
              disabled={many.isComing || draft.pasted.trim() === ''}
              loading={check.isPending}
              onClick={() => checkPasted(draft.pasted)}
            >
              {t('many.check')}
            </Button>
          </div>
        </div>
        <p role="status" className="k-lead k-if-any">
          {check.isPending ? t('many.checking') : ''}
        </p>
        {check.error && (
          <Alert color="bad" variant="light" role="alert">
            {errorText(check.error)}
          </Alert>
        )}
      </Card>
      {checked ? (
        <ManyCheck
          key={check.submittedAt}
          answer={checked}
          rows={draft.rows}
          busy={check.isPending}
          sending={many.send.isPending}
          fault={many.send.error ? errorText(many.send.error) : null}
          onAgain={many.again}
          onSend={() => many.send.mutate()}
        />
      ) : (
        draft.rows.length > 0 &&
        !check.isPending && (
          <Button className={`k-self-start ${css.recheck}`} onClick={() => many.again(draft.rows)}>
            {t('many.check')}
          </Button>
        )
      )}
    </div>
  );
}

/** What is signed and until when it is to be answered, by all who have nothing of their own. */
function ForAll({ many }: { many: ReturnType<typeof useInviteMany> }) {
  const t = useTexts('invitations');
  const { draft, offered, isComing, today, checked } = many;
  const wanted =
    draft.contract === '' &&
    checked?.rows.some(({ errors }) =>
      errors.some(({ column, code }) => column === 'contract' && code === 'field.required'),
    );
  return (
    <Card title={`1. ${t('many.what')}`}>
      <div className="k-stack">
        <div className={css.pair}>
          <Select
            label={t('many.contract')}
            description={t('many.contract_hint')}
            searchable
            clearable={many.sole === ''}
            data={offered}
            disabled={isComing}
            nothingFoundMessage={t('many.contract_none')}
            value={draft.contract || null}
            error={wanted ? t('dialog.choose_contract') : undefined}
            onChange={(value) => many.changeForAll({ contract: value ?? '' })}
          />
          <DateInput
            label={t('many.until')}
            min={today}
            value={draft.end_date}
            onChange={(end_date) => many.changeForAll({ end_date })}
          />
          {draft.contract.startsWith('t') && (
            <>
              <DateInput
                label={t('many.start')}
                value={draft.start_date}
                onChange={(start_date) => many.changeForAll({ start_date })}
              />
              <DateInput
                label={t('many.end')}
                min={draft.start_date || undefined}
                value={draft.contract_end}
                onChange={(contract_end) => many.changeForAll({ contract_end })}
              />
            </>
          )}
        </div>
        <PaperNumber
          many
          field={(name) => ({
            name,
            value: draft[name],
            error: undefined,
            onChange: (changed: string | ChangeEvent<HTMLInputElement>) =>
              many.changeForAll({
                [name]: typeof changed === 'string' ? changed : changed.currentTarget.value,
              }),
          })}
        />
      </div>
    </Card>
  );
}
