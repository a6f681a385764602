import { Popover } from '@mantine/core';
import { cloneElement, useSyncExternalStore } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { useFormats } from '../platform/use-formats.ts';
import { useOpenAtOnce } from '../ui/on-demand.tsx';
import type { OnDemandProps } from '../ui/on-demand.tsx';
import { toasts } from '../ui/toasts.ts';
import { slots } from './slots.ts';
import css from './top-bar.module.css';

/** News, and the errors of this session: what a toast said is not lost by looking away. */
export default function BellWindow({ button }: OnDemandProps) {
  const { opened, setOpened, target } = useOpenAtOnce(button);
  const t = useTexts('app');
  const f = useFormats();
  const errors = useSyncExternalStore(toasts.subscribe, toasts.errors);
  return (
    <Popover position="bottom-end" opened={opened} onChange={setOpened} trapFocus returnFocus>
      <Popover.Target>
        {cloneElement(target, { 'aria-expanded': opened, onClick: () => setOpened(!opened) })}
      </Popover.Target>
      <Popover.Dropdown>
        <div className={css.bell}>
          {slots.news && <slots.news onLeave={() => setOpened(false)} />}
          {errors.length > 0 ? (
            <>
              <p className="k-flex k-middle k-between k-flat k-below-4 k-bold">
                {t('top.errors')}
                <button
                  type="button"
                  className={`k-press k-accent ${css.clear}`}
                  onClick={toasts.clearErrors}
                >
                  {t('top.errors_clear')}
                </button>
              </p>
              {errors.map((error) => (
                <div
                  key={error.id + error.at.toISOString()}
                  className={`k-pad-8-0 k-line-above ${css.errorLine}`}
                >
                  {error.title ? `${error.title}. ` : ''}
                  {error.message} <time>{f.time(error.at.toISOString())}</time>
                </div>
              ))}
            </>
          ) : (
            !slots.news && <span className="k-second">{t('top.no_news')}</span>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
