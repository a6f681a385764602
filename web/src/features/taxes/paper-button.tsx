import { useMutation } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { queryClient } from '../../platform/query.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { saveFile } from '../../ui/save-file.ts';

/** The questions on paper, in the language of the page, with room for an adviser's answers. */
export function PaperButton({ call }: { call: 'taxes.decisions_paper' | 'taxes.company_paper' }) {
  const t = useTexts('tax-decisions');
  const download = useMutation(
    {
      mutationFn: async () => {
        const file = await api.call(call);
        saveFile(file, file.name);
      },
    },
    queryClient,
  );
  return <DownloadButton download={download}>{t('download')}</DownloadButton>;
}
