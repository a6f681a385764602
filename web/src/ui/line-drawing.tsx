import css from './states.module.css';

export type Drawing = 'paper' | 'search' | 'people' | 'money' | 'talk' | 'broken';

const lines: Record<Drawing, string> = {
  paper: 'M34 14h34l18 18v54H34zM68 14v18h18M46 46h28M46 58h28M46 70h14M66 76c4-8 8-8 8-2s4 4 8-2',
  search: 'M30 24h48M30 40h26M30 56h20M66 50a16 16 0 1 0 .1 0zM78 78l14 14M60 66h12',
  people:
    'M46 44a12 12 0 1 0-.1 0zM24 86c0-16 10-26 22-26s22 10 22 26M78 48a9 9 0 1 0-.1 0zM76 60c12 0 20 9 20 22',
  money: 'M24 34h72v44H24zM60 68a12 12 0 1 0-.1 0zM32 42h6M82 70h6M56 52h8M60 52v9',
  talk: 'M24 24h56v36H48L36 72V60H24zM88 44h8v36H86v10L74 80H52v-8M36 36h32M36 46h20',
  broken:
    'M34 14h34l18 18v20l-10-6-8 10-10-8-8 10-8-8-8 8zM68 14v18h18M34 70l8-6 8 8 8-10 10 8 8-10 10 6v20H34z',
};

/** A small drawing of lines beside a sentence; says nothing by itself. */
export function LineDrawing({ name }: { name: Drawing }) {
  return (
    <svg viewBox="0 0 120 104" width="120" height="104" className={css.drawing} aria-hidden>
      <path className={css.ground} d="M12 92h96" />
      <path d={lines[name]} />
    </svg>
  );
}
