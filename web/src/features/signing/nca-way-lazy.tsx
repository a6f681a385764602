import { lazyPart } from '../../ui/lazy-part.tsx';

/** The client of NCALayer comes when somebody signs through it. */
export const NcaWay = lazyPart(() => import('./nca-way.tsx'));
