import { lazy } from 'react';

/** The client of NCALayer comes when somebody signs through it. */
export const NcaWay = lazy(() => import('./nca-way.tsx'));
