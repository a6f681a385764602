import type { TicketAttachment } from '@kelisim/shared/features/support/support.contract.ts';
import { IconDownload, IconFile } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { saveFile } from '../../ui/save-file.ts';
import { readAttachment } from './support.data.ts';
import css from './support.module.css';

/** Larger pictures are read when somebody asks for them. */
const SHOWN_BYTES = 3_000_000;

/** A file of a message: a picture is shown, everything can be saved. */
export function AttachmentView({ file }: { file: TicketAttachment }) {
  const t = useTexts('support');
  const f = useFormats();
  const download = useMutation({
    mutationFn: async () => saveFile(await readAttachment(file.id), file.name),
  });
  const is_picture = file.content_type.startsWith('image/') && file.size_bytes <= SHOWN_BYTES;
  return (
    <button
      type="button"
      className={css.file}
      aria-busy={download.isPending || undefined}
      onClick={() => download.isPending || download.mutate()}
    >
      {is_picture && <Picture file={file} />}
      <span className={`k-line k-high-24 ${css.fileWords}`}>
        <IconFile size={16} aria-hidden />
        <span className="k-grow k-shrink k-anywhere k-left">{file.name}</span>
        <span className="k-under">{f.bytes(file.size_bytes)}</span>
        <IconDownload size={16} role="img" aria-label={t('file.save')} />
      </span>
    </button>
  );
}

function Picture({ file }: { file: TicketAttachment }) {
  const t = useTexts('support');
  const { data, error } = useQuery({
    queryKey: ['ticket-picture', file.id],
    queryFn: ({ signal }) => readAttachment(file.id, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !data) return undefined;
      const address = URL.createObjectURL(data);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [data],
  );
  if (error) return <span className="k-under">{t('file.failed')}</span>;
  return (
    <span className={css.picture}>
      {data && <img ref={show} alt={t('file.picture', { name: file.name })} />}
    </span>
  );
}
