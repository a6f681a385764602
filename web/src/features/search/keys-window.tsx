import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { Window } from '../../ui/window.tsx';
import { areKeysOn, switchKeys } from './page-keys.ts';
import css from './palette.module.css';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

const KEYS = [
  ['palette', isMac ? '⌘ K' : 'Ctrl K'],
  ['down', 'J'],
  ['up', 'K'],
  ['open', 'Enter'],
  ['peek', null],
  ['select', 'X'],
  ['search', '/'],
  ['create', 'C'],
  ['edit', 'E'],
  ['beside', '← →'],
  ['undo', isMac ? '⌘ Z' : 'Ctrl Z'],
  ['close', 'Esc'],
  ['help', '?'],
] as const;

/** What the keys do, and the switch for those who want none. */
export default function KeysWindow({ onClose }: { onClose: () => void }) {
  const t = useTexts('search');
  const [on, setOn] = useState(areKeysOn);
  return (
    <Window opened onClose={onClose} title={t('keys.title')} size={480}>
      <dl className="k-stack k-gap-8 k-flat">
        {KEYS.map(([what, key]) => (
          <div key={what} className="k-split k-gap-16">
            <dt>{t(`keys.${what}`)}</dt>
            <dd className="k-flat k-fixed">
              <kbd className={css.key}>{key ?? t('keys.space')}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        className="k-above-16"
        label={t('keys.letters')}
        description={t('keys.letters_hint')}
        checked={on}
        onChange={(event) => {
          setOn(event.currentTarget.checked);
          switchKeys(event.currentTarget.checked);
        }}
      />
    </Window>
  );
}
