import css from './bone.module.css';

export interface BoneProps {
  /** Height and width in pixels; as wide as its place without one. */
  height?: number;
  width?: number;
  className?: string;
}

/** A place that will be filled, in the shape of what is coming. Needs nothing of Mantine. */
export function Bone({ height, width, className }: BoneProps) {
  return <div className={`${css.bone} ${className ?? ''}`} style={{ height, maxWidth: width }} />;
}
