import type { ReadyAnswer } from '@kelisim/shared/features/support/support.contract.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Window } from '../../ui/window.tsx';
import { AnswerForm } from './answer-form.tsx';
import css from './support.module.css';

/** The ready answers of the desk: a list, and one of them to be said otherwise. */
export default function AnswersWindow({ onClose }: { onClose: () => void }) {
  const t = useTexts('support');
  const locale = useLocale();
  const { data, error, refetch } = useCall('support.answers');
  const [edited, setEdited] = useState<ReadyAnswer | 'new' | null>(null);
  const back = () => setEdited(null);
  const title = edited === null ? 'title' : edited === 'new' ? 'add' : 'edit';
  return (
    <Window opened onClose={onClose} title={t(`answers.${title}`)} size={640}>
      {edited !== null ? (
        <AnswerForm answer={edited === 'new' ? null : edited} onDone={back} />
      ) : (
        <div className={`k-stack ${css.form}`}>
          {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
          {data?.length === 0 && <p className="k-second">{t('answers.empty')}</p>}
          <ul className={css.answersList}>
            {data?.map((one) => (
              <li key={one.id}>
                <button type="button" onClick={() => setEdited(one)}>
                  {one.title}
                  <span className="k-under">{locale === 'kz' ? one.text_kz : one.text_ru}</span>
                </button>
              </li>
            ))}
          </ul>
          <div className="k-actions">
            <Button
              data-autofocus
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setEdited('new')}
            >
              {t('answers.add')}
            </Button>
          </div>
        </div>
      )}
    </Window>
  );
}
