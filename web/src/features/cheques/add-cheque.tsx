import { Button, FileButton, TextInput } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import limits from 'virtual:form-limits/act_cheques.add';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { findQrReader, readQrFile } from '../../platform/read-qr.ts';
import { Fault } from '../../ui/failure.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';

/** A cheque by its link, or by a photo of its code; the photo itself is laid beside the act too. */
export function AddCheque({ act_id, stale }: { act_id: number; stale: readonly string[] }) {
  const t = useTexts('cheques');
  const add = useAction('act_cheques.add', { stale, meta: { quiet: true } });
  const keep = useAction('act_documents.add', { stale: ['act_documents.'] });
  const form = useForm({ link: '' }, { limits });
  const [isReading, setReading] = useState(false);
  const [fault, setFault] = useState<'no_code' | null>(null);
  const send = async (link: string) => {
    await add.mutateAsync({ params: { act_id }, body: { link } });
    toasts.success(t('added_toast'));
  };
  const readPhoto = async (photo: File | null) => {
    if (!photo) return;
    setReading(true);
    setFault(null);
    try {
      const reader = await findQrReader();
      const link = reader && (await readQrFile(reader, photo));
      if (!link) {
        setFault('no_code');
        return;
      }
      form.set({ link });
      await form.submit(async () => {
        await send(link);
        keep.mutate({ body: { act_id: String(act_id) }, files: { file: photo } });
      });
    } finally {
      setReading(false);
    }
  };
  return (
    <form className="k-stack k-gap-8" {...form.bind(({ link }) => send(link))}>
      <TextInput
        label={t('link')}
        description={t('link_hint')}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        {...form.field('link')}
      />
      <Fault text={(form.failure ?? fault) && (form.failure ?? t('no_code'))} />
      <div className="k-row k-gap-8">
        <Button type="submit" loading={form.busy}>
          {t('add')}
        </Button>
        <FileButton accept="image/jpeg,image/png" onChange={(photo) => void readPhoto(photo)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={isReading}
              leftSection={<IconPhoto size={16} aria-hidden />}
            >
              {t('photo')}
            </Button>
          )}
        </FileButton>
      </div>
    </form>
  );
}
