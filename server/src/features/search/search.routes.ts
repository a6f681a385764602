import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { findThings } from './find-things.ts';

export function searchRoutes({ db }: Parts): Pick<Handlers, 'search.find'> {
  return { 'search.find': ({ actor, input }) => findThings(db, actor, input.query.text) };
}
