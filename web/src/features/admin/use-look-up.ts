import { isBin, isBinOrIin, isIin } from '@kelisim/shared/kernel/bin-iin.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Input } from '../../platform/api.ts';
import { ApiError } from '../../platform/api-error.ts';
import { useCall } from '../../platform/query.ts';

type Fields = Required<Input<'companies.create'>['body']>;
const FILLED = ['name', 'ceo_name', 'address'] as const;

/**
 * Whether a БИН or ИИН is there already, and what the public register says of it, which is put where nothing was typed, or
 * where it had said something of another number before.
 */
export function useLookUp(bin: string, fields: Fields, fill: (part: Partial<Fields>) => void) {
  const whole = isBinOrIin(bin);
  const { data, error, isFetching } = useCall(
    'companies.by_bin',
    { params: { bin } },
    { enabled: whole, staleTime: 60_000, refetchOnWindowFocus: false },
  );
  const said = useRef<Partial<Fields>>({});
  const register = whole && !isFetching ? data?.register : undefined;
  const take = useEffectEvent((answer: NonNullable<typeof register>) => {
    const next = { name: answer.name ?? '', ceo_name: answer.ceo ?? '', address: answer.address ?? '' };
    const part: Partial<Fields> = {};
    for (const name of FILLED)
      if (next[name] && (fields[name] === '' || fields[name] === said.current[name])) part[name] = next[name];
    // A number that is a person's alone is a sole trader's.
    if (isIin(bin) && !isBin(bin) && fields.type !== 'individual') part.type = 'ip';
    said.current = next;
    fill(part);
  });
  useEffect(() => {
    if (register?.status === 'found') take(register);
  }, [register]);
  const isUnknown = whole && !isFetching && error instanceof ApiError && error.status === 404;
  return {
    asking: whole && isFetching,
    items: whole && !isFetching ? (data?.items ?? []) : [],
    register: isUnknown ? ('unknown' as const) : (register?.status ?? null),
  };
}
