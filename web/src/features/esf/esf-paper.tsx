import type { EsfDocument } from '@kelisim/shared/features/esf/esf.contract.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { queryClient, useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { StatusDot } from '../../ui/status-dot.tsx';
import css from './esf.module.css';
import { EsfHistory } from './esf-history.tsx';
import { mayHurry, toneOf } from './esf-look.ts';
import { EsfWords } from './esf-words.tsx';
import { Pair } from './pair.tsx';

export interface EsfPaperProps {
  paper: EsfDocument;
  /** Shown to who issues. */
  mine: boolean;
  onRevoke: () => void;
  onCorrect: () => void;
  onConfirm: () => void;
  onRefuse: () => void;
}

/** An invoice or an electronic act: state, number, the words of the system, what may be done with it. */
export function EsfPaper({ paper, mine, onRevoke, onCorrect, onConfirm, onRefuse }: EsfPaperProps) {
  const t = useTexts('esf');
  const f = useFormats();
  const send = useAction('esf.send', { stale: ['esf.'] });
  const what = t('number', { kind: t(`kind.${paper.kind}`), number: paper.number });
  const xml = useMutation(
    {
      mutationFn: async () => {
        const file = (await api.call('esf.xml', { params: { esf_id: paper.id } })) as File;
        saveFile(file, file.name);
      },
    },
    queryClient,
  );
  const other = paper.kind === 'invoice' ? 'awp' : 'invoice';
  const small = { variant: 'subtle', size: 'compact-sm' } as const;
  return (
    <li className={`k-stack k-gap-8 ${css.paper}`} id={`esf-${paper.id}`}>
      <div className="k-split k-gap-4-16 k-baseline">
        <h3 className="k-subtitle">{what}</h3>
        <StatusDot tone={toneOf(paper)} label={t(`status.${paper.status}`)} />
      </div>
      {paper.registration_number && (
        <div>
          <span className="k-second">{t('registration_number')}</span>{' '}
          <CopyButton text={paper.registration_number} name={t('registration_number')} />
          <div className={css.long}>{paper.registration_number}</div>
        </div>
      )}
      <KeyValue
        rows={[
          { label: t('turnover'), value: f.date(paper.turnover_date) },
          ...(paper.pair ? [{ label: t(`kind.${other}`), value: <Pair paper={paper} /> }] : []),
          ...(paper.system_status ? [{ label: t('system_status'), value: paper.system_status.name }] : []),
        ]}
      />
      {paper.may_answer && <p className="k-soft-attention k-pad-8-12">{t('answer.waits')}</p>}
      <EsfWords paper={paper} mine={mine} />
      {paper.may_answer && (
        <div className="k-row" role="group" aria-label={t('answer.waits')}>
          <Button size="compact-sm" variant="default" onClick={onConfirm}>
            {t('answer.confirm')}
          </Button>
          <Button {...small} color="bad" onClick={onRefuse}>
            {t('answer.refuse')}
          </Button>
        </div>
      )}
      <div className={`k-row k-gap-4 ${css.deeds}`} role="group" aria-label={what}>
        {mayHurry(paper) && (
          <Button
            {...small}
            loading={send.isPending}
            onClick={() => send.mutate({ params: { esf_id: paper.id } })}
          >
            {t('retry')}
          </Button>
        )}
        {paper.may_correct && (
          <Button {...small} onClick={onCorrect}>
            {t('correct')}
          </Button>
        )}
        {paper.may_revoke && (
          <Button {...small} color="bad" onClick={onRevoke}>
            {t('revoke')}
          </Button>
        )}
        <DownloadButton {...small} download={xml}>
          {t('xml')}
        </DownloadButton>
      </div>
      <EsfHistory esf_id={paper.id} />
    </li>
  );
}
