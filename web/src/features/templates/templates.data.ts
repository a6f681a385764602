import type { TemplateSort } from '@kelisim/shared/features/templates/template-fields.ts';
import type { EmployeeRight } from '@kelisim/shared/kernel/rights.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import type { Input } from '../../platform/api.ts';
import { invalidate, useCall } from '../../platform/query.ts';
import { useRepeatKey } from '../../platform/repeat-key.ts';
import { useMe } from '../../platform/use-who.ts';

export const TEMPLATES_ON_A_PAGE = 20;
/** What the server takes as a template. */
export const DOCX_RULES = { kinds: ['.docx'], max_bytes: 10_000_000 };

export function useTemplates(page: number, sort: TemplateSort) {
  const query = { page, limit: TEMPLATES_ON_A_PAGE, sort };
  return useCall('templates.list', { query }, { placeholderData: keepPreviousData });
}

/** To choose from, in the order of names. */
export function useTemplateNames() {
  return useCall('templates.list', { query: { limit: 100, sort: 'name' } }, { staleTime: 30_000 });
}

export function useFields() {
  return useCall('templates.fields', undefined, { staleTime: 60_000 });
}

export function useSorts() {
  return useCall('templates.sort_parameters', undefined, { staleTime: Number.POSITIVE_INFINITY });
}

export function useExecutorNames() {
  return useCall('executors.names', undefined, { staleTime: 60_000 });
}

export function useMay(right: EmployeeRight): boolean {
  const me = useMe();
  return me?.rights.includes(right) ?? false;
}

/** The pages of a template; made again for another executor, kept while the template is the same. */
export function usePreview(template_id: number, updated_at: string, executor_company_id: number | null) {
  const query = executor_company_id === null ? {} : { executor_company_id };
  return useQuery({
    queryKey: ['template-preview', template_id, updated_at, executor_company_id],
    queryFn: ({ signal }) => api.call('templates.preview', { params: { template_id }, query }, { signal }),
    staleTime: 60_000,
  });
}

export function useUploadTemplate() {
  const [progress, setProgress] = useState<number | null>(null);
  const keyOf = useRepeatKey();
  const upload = useMutation({
    mutationFn: ({ body, file }: { body: Input<'templates.upload'>['body']; file: File }) =>
      api.call(
        'templates.upload',
        { body, files: { file } },
        {
          onProgress: setProgress,
          idempotency_key: keyOf([body, file.name, file.size, file.lastModified]),
        },
      ),
    onSettled: () => setProgress(null),
    onSuccess: () => invalidate(['templates.']),
    meta: { quiet: true },
  });
  return { ...upload, progress };
}

/** What could not be filled for whom, requested again whenever the choice is another. */
export function useCheck(template_id: number | null, executor_company_ids: readonly number[]) {
  const body = { template_id: template_id ?? 0, executor_company_ids: [...executor_company_ids] };
  return useQuery({
    queryKey: ['template-check', body],
    queryFn: ({ signal }) => api.call('documents.check_template', { body }, { signal }),
    enabled: template_id !== null && executor_company_ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
