import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTexts } from '../platform/i18n.ts';
import css from './party-picker.module.css';

export interface PickedParty {
  id: number;
  name: string;
  bin: string;
}

const SHOWN = 50;

export interface PartyPickerProps {
  parties: readonly PickedParty[];
  chosen: number | null;
  onPick: (id: number) => void;
}

/** One of many by its name or БИН; Enter takes the first that is found. */
export function PartyPicker({ parties, chosen, onPick }: PartyPickerProps) {
  const t = useTexts('ui');
  const [text, setText] = useState('');
  const found = matchingParties(parties, text).slice(0, SHOWN);
  const takeFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !found[0]) return;
    event.preventDefault();
    onPick(found[0].id);
  };
  return (
    <div className={css.picker}>
      <TextInput
        aria-label={t('party.hint')}
        placeholder={t('party.hint')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={takeFirst}
        data-autofocus
      />
      <ul className={`k-list k-stack k-gap-0 ${css.options}`}>
        {found.map((party) => (
          <li key={party.id}>
            <button
              type="button"
              className={`k-press k-wide k-first k-left k-hover ${css.option}`}
              aria-pressed={party.id === chosen}
              onClick={() => onPick(party.id)}
            >
              {party.name}
              <span className="k-block k-plain k-second k-small">{party.bin}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="k-second">{t('party.none')}</p>}
    </div>
  );
}

/** By words of the name in any order, or by the beginning of the БИН. */
export function matchingParties<P extends { name: string; bin: string }>(
  parties: readonly P[],
  text: string,
): P[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  return parties.filter(({ name, bin }) => {
    const low = name.toLowerCase();
    return words.every((word) => low.includes(word) || bin.startsWith(word));
  });
}
