import { ApiError } from '../../platform/api-error.ts';
import { useAsked } from '../../platform/use-asked.ts';
import type { Guide, GuideLanguage } from './guides.ts';

/** The text of a guide, as it lies beside the pages. */
export function useGuide(guide: Guide, language: GuideLanguage) {
  const path = guidePath(guide, language);
  return useAsked(path, async (signal) => (await fileAt(path, signal)).text());
}

export const guidePath = (guide: Guide, language: GuideLanguage) => `/developers/${language}/${guide}.md`;

/** A file that lies beside the pages. */
export async function fileAt(path: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(path, { signal });
  if (!response.ok) throw new ApiError(response.status, 'http', `HTTP ${response.status}`);
  return response;
}
