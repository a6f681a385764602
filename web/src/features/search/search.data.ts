import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Answer } from '../../platform/api.ts';
import { useCall } from '../../platform/query.ts';
import { useMe } from '../../platform/use-who.ts';

const PAUSE_MS = 120;

export type Found = Answer<'search.find'>;

/** What is found for the text a moment after the typing stops; what was found before stays meanwhile. */
export function useFound(text: string) {
  const wanted = text.trim().slice(0, 100);
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  // Whoever is in no company, as an administrator of the platform, finds places alone.
  const inCompany = Boolean(useMe()?.company);
  const found = useCall(
    'search.find',
    { query: { text: asked } },
    { enabled: inCompany && asked !== '', placeholderData: keepPreviousData },
  );
  return {
    found: wanted === '' || asked === '' ? undefined : found.data,
    error: found.error,
    isLooking: wanted !== '' && (wanted !== asked || found.isFetching),
  };
}
