import { isBinOrIin } from '@kelisim/shared/kernel/bin-iin.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { useCall } from '../../platform/query.ts';
import { fillFromRegister, NOTHING_SAID } from './fill-from-register.ts';
import type { CompanyFields } from './fill-from-register.ts';

/** Whether a БИН or ИИН is there already, and what the public register says of it, which fills the fields. */
export function useLookUp(bin: string, fields: CompanyFields, fill: (part: Partial<CompanyFields>) => void) {
  const whole = isBinOrIin(bin);
  const { data, error, isFetching } = useCall(
    'companies.by_bin',
    { params: { bin } },
    { enabled: whole, staleTime: 60_000, refetchOnWindowFocus: false },
  );
  const said = useRef(NOTHING_SAID);
  const isOver = whole && !isFetching;
  const register = isOver ? data?.register : undefined;
  const take = useEffectEvent((of_bin: string, answer: typeof register) => {
    const next = fillFromRegister(of_bin, answer ?? null, fields, said.current);
    said.current = next.said;
    fill(next.part);
  });
  useEffect(() => {
    if (isOver) take(bin, register);
  }, [isOver, bin, register]);
  const isUnknown = isOver && error instanceof ApiError && error.status === 404;
  return {
    asking: whole && isFetching,
    items: isOver ? (data?.items ?? []) : [],
    register: isUnknown ? ('unknown' as const) : (register?.status ?? null),
  };
}
