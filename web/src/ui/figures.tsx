import css from './figures.module.css';

export interface FiguresProps {
  figures: readonly { name: string; value: string }[];
}

/** Counts and sums in large figures, each under its name. */
export function Figures({ figures }: FiguresProps) {
  return (
    <dl className={css.figures}>
      {figures.map((figure) => (
        <div key={figure.name}>
          <dt>{figure.name}</dt>
          <dd className="k-figures">{figure.value}</dd>
        </div>
      ))}
    </dl>
  );
}
