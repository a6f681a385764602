import css from './skeleton.module.css';

export interface SkeletonProps {
  /** Height and width in pixels; as wide as its place without one. */
  height?: number;
  width?: number;
  className?: string;
}

/** A place that will be filled, in the shape of what is coming. Needs nothing of Mantine. */
export function Skeleton({ height, width, className }: SkeletonProps) {
  return <div className={`${css.skeleton} ${className ?? ''}`} style={{ height, maxWidth: width }} />;
}
