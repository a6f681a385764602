import { useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTextByCode, useTexts } from '../../platform/i18n.ts';
import { errorText } from '../../platform/error-text.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { useMe } from '../../platform/use-who.ts';
import { useGo } from '../../ui/app-link.tsx';
import { Window } from '../../ui/window.tsx';
import { findPlaces } from './places.ts';
import type { Place } from './places.ts';
import css from './palette.module.css';
import { useFound } from './search.data.ts';
import type { Found } from './search.data.ts';
import { useCommands } from './use-commands.ts';

/** Of the places that a word leads to; acts and people are found below them. */
const MOST_PLACES = 8;

interface Option {
  key: string;
  href: string;
  name: string;
  about?: string | undefined;
  aside?: string | undefined;
  run?: (() => void) | undefined;
}

interface Group {
  title: string;
  options: Option[];
}

export interface PaletteProps {
  opened: boolean;
  onClose: () => void;
  /** The sections of the menu. */
  places: readonly Place[];
}

/** Everything by name: sections, deeds, acts, contracts and people. Made for the keyboard; a finger does as well. */
export default function Palette({ opened, onClose, places }: PaletteProps) {
  const t = useTexts('search');
  return (
    <Window
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      padding={0}
      size={640}
      yOffset="10vh"
      attributes={{ content: { 'aria-label': t('open') } }}
    >
      <Search places={places} onClose={onClose} />
    </Window>
  );
}

function Search({ places, onClose }: Omit<PaletteProps, 'opened'>) {
  const t = useTexts('search');
  const go = useGo();
  const me = useMe();
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { found, error, isLooking } = useFound(text);
  const all = useGroups(places, text, found);
  // The field first, and what can be chosen a frame later: one may type at once.
  const isListed = useDeferredValue(true, false);
  const groups = isListed ? all : [];
  const options = groups.flatMap((group) => group.options);
  const current = Math.min(at, options.length - 1);
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);

  const open = ({ href, run }: Option) => {
    onClose();
    if (run) run();
    else go(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length > 0) {
      event.preventDefault();
      setAt((current + step + options.length) % options.length);
    }
    const option = options[current];
    if (event.key === 'Enter' && option && !event.nativeEvent.isComposing) {
      event.preventDefault();
      open(option);
    }
  };
  const nothing = isListed && options.length === 0 && !isLooking;
  return (
    <div className={css.palette}>
      <input
        className={`k-fixed k-wide k-first k-size-16 ${css.input}`}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={options[current] ? `${id}-${current}` : undefined}
        aria-autocomplete="list"
        aria-label={t('open')}
        placeholder={t(me?.company ? 'placeholder' : 'placeholder_desk')}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        data-autofocus
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} className={css.list} role="listbox" aria-label={t('results')}>
        {groups.map((group, index) => {
          const before = groups.slice(0, index).reduce((sum, one) => sum + one.options.length, 0);
          return (
            <div key={group.title} role="group" aria-labelledby={`${id}-group-${index}`}>
              <div id={`${id}-group-${index}`} className={`k-second k-small k-medium ${css.group}`}>
                {group.title}
              </div>
              {group.options.map((option, inside) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the field above
                <div
                  key={option.key}
                  id={`${id}-${before + inside}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={before + inside === current}
                  className={`k-flex k-gap-16 k-baseline k-between k-pad-8-12 k-round-8 k-pointer k-high-24 ${css.option}`}
                  onPointerMove={() => setAt(before + inside)}
                  onClick={() => open(option)}
                >
                  <span className="k-stack k-gap-0 k-shrink">
                    <span className="k-anywhere">{option.name}</span>
                    {option.about && <span className={css.about}>{option.about}</span>}
                  </span>
                  {option.aside && <span className={css.aside}>{option.aside}</span>}
                </div>
              ))}
            </div>
          );
        })}
      </div>
      {nothing && (
        <div className={css.nothing}>
          <strong>{error ? t('failed') : t('nothing', { text: text.trim() })}</strong>
          <span>{error ? errorText(error) : t('nothing_hint')}</span>
        </div>
      )}
      <div className={css.foot}>
        <span role="status">
          {isLooking ? t('looking') : text.trim() && t('found', { count: options.length })}
        </span>
        <span className="mantine-visible-from-sm">{t('help')}</span>
      </div>
    </div>
  );
}

function useGroups(places: readonly Place[], text: string, found: Found | undefined): Group[] {
  const t = useTexts('search');
  const state = useTextByCode('states');
  const f = useFormats();
  const side = useMe()?.role ?? 'business';
  const commands = useCommands();
  return useMemo(() => {
    const all = [...commands, ...places.filter(({ href }) => !commands.some((one) => one.href === href))];
    const of = (title: string, options: Option[]): Group[] =>
      options.length > 0 ? [{ title, options }] : [];
    return [
      ...of(
        t('commands'),
        findPlaces(all, text)
          .slice(0, text.trim() === '' ? undefined : MOST_PLACES)
          .map(({ href, label, run }) => ({ key: `${href} ${label}`, href, name: label, run })),
      ),
      ...of(
        t(`${side}_parties`),
        (found?.parties ?? []).map((party) => ({
          key: `party ${party.id}`,
          href: `/lk/${side}/acts?${side === 'business' ? 'contractor_company_id' : 'company_id'}=${party.id}`,
          name: party.name,
          ...(party.to_pay !== '0.00' && { about: t('to_pay', { sum: f.money(party.to_pay) }) }),
          aside: party.bin,
        })),
      ),
      ...of(
        t('acts'),
        (found?.acts ?? []).map((act) => ({
          key: `act ${act.id}`,
          href: `/lk/${side}/acts/${act.id}`,
          name: `${t('act', { number: act.number })} · ${act.title}`,
          about: `${act.party} · ${state(`act.${act.status}`, act.status)} · ${f.date(act.act_date)}`,
          aside: f.moneyShort(act.amount),
        })),
      ),
      ...of(
        t('contracts'),
        (found?.contracts ?? []).map((contract) => ({
          key: `contract ${contract.id}`,
          href: `/lk/${side}/contracts/${contract.id}`,
          name: `${t('contract', { number: contract.number })} · ${contract.title}`,
          about: `${contract.party} · ${state(`document.${contract.status}`, contract.status)}`,
          aside: t('until', { date: f.date(contract.end_date) }),
        })),
      ),
    ];
  }, [commands, places, text, found, side, t, state, f]);
}
