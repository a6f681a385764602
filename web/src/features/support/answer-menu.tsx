import type { ReadyAnswer } from '@kelisim/shared/features/support/support.contract.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { Button, Popover, TextInput } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useCall } from '../../platform/query.ts';
import type { MessageTools } from './message-form.tsx';
import css from './support.module.css';

const AnswersWindow = lazyPart(() => import('./answers-window.tsx'));

const wordsOf = (answer: ReadyAnswer, locale: Locale) => (locale === 'kz' ? answer.text_kz : answer.text_ru);

/** The ready answers, to be put into the message in the language of the ticket. */
export function AnswerMenu({ ticket: { locale }, put }: MessageTools) {
  const t = useTexts('support');
  const [opened, setOpened] = useState(false);
  const [managing, setManaging] = useState(false);
  const [text, setText] = useState('');
  const { data } = useCall('support.answers', undefined, { enabled: opened, staleTime: 60_000 });
  const wanted = text.trim().toLowerCase();
  const found = (data ?? []).filter((one) =>
    `${one.title}\n${wordsOf(one, locale)}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <Popover opened={opened} onChange={setOpened} position="top-start" width={340} trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="subtle"
            leftSection={<IconMessages size={16} aria-hidden />}
            onClick={() => setOpened(!opened)}
          >
            {t('answers.insert')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <div className={`k-stack k-gap-8 ${css.answers}`}>
            {(data?.length ?? 0) > 5 && (
              <TextInput
                type="search"
                data-autofocus
                aria-label={t('answers.search')}
                placeholder={t('answers.search')}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
              />
            )}
            <ul>
              {found.map((one) => (
                <li key={one.id}>
                  <button
                    type="button"
                    onClick={() => {
                      setOpened(false);
                      put(wordsOf(one, locale));
                    }}
                  >
                    {one.title}
                    <span className="k-under">{wordsOf(one, locale)}</span>
                  </button>
                </li>
              ))}
            </ul>
            {data && found.length === 0 && (
              <p className="k-under">{t(data.length > 0 ? 'answers.none_found' : 'answers.empty')}</p>
            )}
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                setOpened(false);
                setManaging(true);
              }}
            >
              {t('answers.manage')}
            </Button>
          </div>
        </Popover.Dropdown>
      </Popover>
      {managing && (
        <Suspense>
          <AnswersWindow onClose={() => setManaging(false)} />
        </Suspense>
      )}
    </>
  );
}
