import type { RegistrationCompany } from '@kelisim/shared/features/registration/registration.contract.ts';
import { isBinOrIin } from '@kelisim/shared/kernel/bin-iin.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCall } from '../../platform/query.ts';
import { useHashKey } from './registration.data.ts';

export type CompanyType = NonNullable<RegistrationCompany['type']>;

/** What this registration knows already: for who comes back to a step. */
export function useKnownCompany() {
  const hash_key = useHashKey();
  return useCall(
    'registration.company_info',
    { params: { hash_key } },
    { enabled: hash_key !== '', staleTime: 0, gcTime: 0 },
  );
}

/** What the register says of a number, asked once it is a whole one. */
export function useRegister(bin: string, onFound: (found: RegistrationCompany['register']) => void) {
  const hash_key = useHashKey();
  const whole = isBinOrIin(bin);
  const { data, isFetching } = useCall(
    'registration.company_info',
    { params: { hash_key }, query: { bin } },
    { enabled: whole && hash_key !== '', staleTime: 60_000, refetchOnWindowFocus: false },
  );
  const found = useEffectEvent(onFound);
  const register = whole && !isFetching ? data?.register : undefined;
  useEffect(() => {
    if (register?.status === 'found') found(register);
  }, [register]);
  return { whole, asking: whole && isFetching, status: register?.status ?? null };
}

type Filled = 'name' | 'ceo' | 'address';

/** Puts what the register says where nothing was typed, or where it had said something of another number before. */
export function useFilling<T extends Partial<Record<Filled, string>>>(
  fields: T,
  names: readonly (keyof T & Filled)[],
  change: (part: Partial<T>) => void,
) {
  const said = useRef<Partial<Record<Filled, string>>>({});
  return (found: RegistrationCompany['register']) => {
    const part: Partial<Record<Filled, string>> = {};
    for (const name of names) {
      const now = fields[name] ?? '';
      const next = found[name] ?? '';
      if (next && (now === '' || now === said.current[name])) part[name] = next;
      said.current[name] = next;
    }
    change(part as Partial<T>);
  };
}

const SETTLED_MS = 200;

/** Places that an address may begin with, a moment after the last key. */
export function useAddresses(typed: string): string[] {
  const hash_key = useHashKey();
  const [address, setAddress] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setAddress(typed), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useCall(
    'registration.address_suggest',
    { query: { address, hash_key } },
    { enabled: address.trim().length > 1 && hash_key !== '', placeholderData: keepPreviousData },
  );
  return data?.map((item) => item.address) ?? [];
}
