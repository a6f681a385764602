import { ApiError } from '../../platform/api-error.ts';
import { useAsked } from '../../platform/use-asked.ts';
import type { Guide, GuideLanguage } from './guides.ts';
import type { OpenApi } from './read-reference.ts';

/** The text of a guide, as it lies beside the pages. */
export function useGuide(guide: Guide, language: GuideLanguage) {
  const path = guidePath(guide, language);
  return useAsked(path, async (signal) => (await fileAt(path, signal)).text());
}

/** The document of the calls that a key may make. */
export function useReference() {
  return useAsked('reference', async (signal) => (await (await fileAt(REFERENCE, signal)).json()) as OpenApi);
}

export const REFERENCE = '/developers/openapi.json';
export const guidePath = (guide: Guide, language: GuideLanguage) => `/developers/${language}/${guide}.md`;

async function fileAt(path: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(path, { signal });
  if (!response.ok) throw new ApiError(response.status, 'http', `HTTP ${response.status}`);
  return response;
}
