import type { Run } from '@kelisim/shared/features/jobs/jobs.contract.ts';
import { Alert, Button } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { saveFile } from '../../ui/save-file.ts';
import type { Actor } from './actor.ts';
import css from './import.module.css';
import { RunProgress } from './run-progress.tsx';
import { useRun } from '../jobs/public.ts';
import { useSendAll } from './use-send-all.ts';

interface ImportRunProps {
  run_id: number;
  /** The run that sends them, once it was begun. */
  sending_id: number | null;
  actor: Actor;
  /** Rows of the table that were not made, with remarks. */
  rest: File | null;
  onSending: (run_id: number) => void;
  onAgain: () => void;
}

/** The acts being made; at the end the way to them and one button that sends them all. */
export function ImportRun({ run_id, sending_id, actor, rest, onSending, onAgain }: ImportRunProps) {
  const { data: run } = useRun(run_id);
  const sending = useSendAll(run_id, sending_id, onSending);
  const isOver = run?.kind === 'acts.import' && run.state !== 'running';
  return (
    <div className="k-stack k-broad">
      {isOver && <ImportDone run={run} actor={actor} rest={rest} sending={sending} onAgain={onAgain} />}
      <Card>
        <RunProgress run_id={run_id} side={actor.side} />
      </Card>
    </div>
  );
}

interface ImportDoneProps {
  run: Run;
  actor: Actor;
  rest: File | null;
  sending: ReturnType<typeof useSendAll>;
  onAgain: () => void;
}

function ImportDone({ run, actor, rest, sending, onAgain }: ImportDoneProps) {
  const t = useTexts('act-import');
  const f = useFormats();
  const count = run.done - run.failed;
  const values = { count, shown: f.number(count) };
  const isNothingLeft = sending.isNothingLeft(run.finished_at);
  return (
    <Card>
      <div className="k-stack">
        <p className="k-title" role="status">
          {t('created', values)}
        </p>
        {rest && <p className="k-lead">{t('rest_hint')}</p>}
        {sending.fault && (
          <Alert color="bad" variant="light" role="alert">
            {sending.fault}
          </Alert>
        )}
        {isNothingLeft && (
          <p className="k-title" role="status">
            {t('none_left')}
          </p>
        )}
        {sending.run_id !== null && (
          <RunProgress key={sending.run_id} run_id={sending.run_id} side={actor.side} />
        )}
        <div className={`k-row ${css.doneActions}`}>
          {sending.run_id !== null ? (
            <AfterSending sending_id={sending.run_id} made={run} sending={sending} />
          ) : (
            <>
              {count > 0 && !isNothingLeft && (
                <Button loading={sending.isStarting} onClick={() => sending.start(run.finished_at)}>
                  {t('send_all', values)}
                </Button>
              )}
              <ToDrafts variant={isNothingLeft ? 'filled' : 'default'} />
            </>
          )}
          {rest && (
            <Button variant="default" onClick={() => saveFile(rest, rest.name)}>
              {t('rest_again')}
            </Button>
          )}
          <Button variant="subtle" onClick={onAgain}>
            {t('again')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

interface AfterSendingProps {
  sending_id: number;
  made: Run;
  sending: ReturnType<typeof useSendAll>;
}

/** Drafts are left when the sending was stopped or failed, and when the making went on after it. */
function AfterSending({ sending_id, made, sending }: AfterSendingProps) {
  const t = useTexts('act-import');
  const { data: sent } = useRun(sending_id);
  const isOver = sent !== undefined && sent.state !== 'running';
  const isLeft =
    isOver &&
    !sending.isNothingLeft(made.finished_at) &&
    (sent.state !== 'done' || sent.failed > 0 || madeAfter(made, sent));
  return (
    <>
      {isLeft && (
        <Button loading={sending.isStarting} onClick={() => sending.start(made.finished_at)}>
          {t('send_rest')}
        </Button>
      )}
      <ToDrafts variant={isLeft ? 'default' : 'filled'} />
    </>
  );
}

const madeAfter = (made: Run, sent: Run) => made.finished_at !== null && made.finished_at > sent.created_at;

function ToDrafts({ variant }: { variant: 'default' | 'filled' }) {
  const t = useTexts('act-import');
  return (
    <Button component={AppLink} href="/lk/business/acts?status_id=1" variant={variant}>
      {t('to_list')}
    </Button>
  );
}
