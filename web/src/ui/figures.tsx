import { AppLink } from './app-link.tsx';
import css from './figures.module.css';

export interface FiguresProps {
  figures: readonly { name: string; value: string; href?: string }[];
}

/** Counts and sums in large figures, each under its name; one with an address leads to what it counts. */
export function Figures({ figures }: FiguresProps) {
  return (
    <dl className={css.figures}>
      {figures.map((figure) => (
        <div key={figure.name}>
          <dt>{figure.name}</dt>
          <dd className="k-figures">
            {figure.href ? (
              <AppLink href={figure.href} aria-label={`${figure.name}: ${figure.value}`}>
                {figure.value}
              </AppLink>
            ) : (
              figure.value
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
