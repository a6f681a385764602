import { Skeleton } from '@mantine/core';
import { useDelayed } from '../../ui/use-delayed.ts';
import css from './home.module.css';

/** The page before its figures: the same shape, and nothing at all for the first moment. */
export function HomeSkeleton({ side }: { side: 'business' | 'executor' }) {
  const late = useDelayed(true);
  return (
    <div className="k-stack k-gap-20" aria-busy style={{ visibility: late ? undefined : 'hidden' }}>
      {side === 'business' ? (
        <>
          <div className="k-stack k-gap-12">
            <Skeleton h={22} w={120} />
            <div className={css.tiles}>
              {[1, 2, 3].map((one) => (
                <Skeleton key={one} h={236} radius="lg" />
              ))}
            </div>
          </div>
          <Skeleton h={172} radius="lg" />
        </>
      ) : (
        <Skeleton h={196} radius="lg" />
      )}
      <div className="k-halves">
        <Skeleton h={420} radius="lg" />
        <Skeleton h={420} radius="lg" />
      </div>
    </div>
  );
}
