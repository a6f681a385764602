import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { listLooks, setLook } from './lists.queries.ts';

export function listsRoutes({ db }: Parts): Pick<Handlers, 'lists.looks' | 'lists.set_look'> {
  return {
    'lists.looks': ({ actor }) => listLooks(db, actor.user_id),
    'lists.set_look': ({ input, actor }) => setLook(db, actor.user_id, input.params.list, input.body),
  };
}
