import { useLayoutEffect, useRef, useState } from 'react';
import type { ChangeEvent } from 'react';

/** How a field reads and writes its text. All pure; see masks.ts. */
export interface MaskRules {
  /** Raw text of the field → what it shows and the value it stands for. */
  read: (text: string) => { shown: string; value: string };
  /** Place of the caret in what is shown, when it stood at `caret` in the raw text. */
  caret: (text: string, caret: number) => number;
}

/**
 * Binds a text input to a mask. What is typed stays as it was typed («12,») as long as it stands for the value; another value
 * from outside is shown again.
 */
export function useMasked(value: string, onChange: (value: string) => void, rules: MaskRules) {
  const ref = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const [typed, setTyped] = useState(() => rules.read(value));
  const current = typed.value === value ? rules.read(typed.shown) : rules.read(value);

  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== ref.current) return;
    ref.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  return {
    ref,
    value: current.shown,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { value: text, selectionStart } = event.currentTarget;
      const next = rules.read(text);
      caret.current = rules.caret(text, selectionStart ?? text.length);
      setTyped(next);
      if (next.value !== value) onChange(next.value);
    },
  };
}
