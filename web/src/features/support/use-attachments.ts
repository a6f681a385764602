import { ATTACHMENT_RULE, MOST_ATTACHMENTS } from '@kelisim/shared/features/support/ticket-rules.ts';
import { FILE_KINDS } from '@kelisim/shared/kernel/file-kinds.ts';
import { useState } from 'react';
import type { ClipboardEvent, DragEvent } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { sortFiles } from '../../ui/file-rules.ts';
import type { FileFault } from '../../ui/file-rules.ts';

export const ATTACHMENT_RULES = {
  kinds: ATTACHMENT_RULE.kinds.flatMap((kind) => [...FILE_KINDS[kind].endings]),
  max_bytes: ATTACHMENT_RULE.max_bytes,
  max_count: MOST_ATTACHMENTS,
};

export type Attachments = ReturnType<typeof useAttachments>;

/** Up to three files beside a text: chosen, dropped anywhere on the form, or pasted as a picture. */
export function useAttachments() {
  const t = useTexts('support');
  const [files, setFiles] = useState<File[]>([]);
  const [faults, setFaults] = useState<FileFault[]>([]);
  const [over, setOver] = useState(false);
  const add = (list: Iterable<File>) => {
    const { taken, faults: found } = sortFiles(ATTACHMENT_RULES, files.length, [...list]);
    setFaults(found);
    if (taken.length > 0) setFiles([...files, ...taken]);
  };
  const drag = (event: DragEvent, inside: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(inside);
  };
  return {
    files,
    faults,
    over,
    add,
    remove: (file: File) => {
      setFiles(files.filter((other) => other !== file));
      setFaults([]);
    },
    clear: () => {
      setFiles([]);
      setFaults([]);
    },
    /** For the form that takes them in. */
    zone: {
      onDragOver: (event: DragEvent) => drag(event, true),
      onDragLeave: (event: DragEvent) => drag(event, false),
      onDrop: (event: DragEvent) => {
        drag(event, false);
        if (event.dataTransfer.files.length > 0) add(event.dataTransfer.files);
      },
      onPaste: (event: ClipboardEvent) => {
        const pasted = [...event.clipboardData.files];
        if (pasted.length === 0) return;
        event.preventDefault();
        // Every browser calls a picture from the clipboard the same.
        add(
          pasted.map((file, at) =>
            file.name === 'image.png'
              ? new File([file], t('write.pasted', { count: files.length + at + 1 }), { type: file.type })
              : file,
          ),
        );
      },
    },
  };
}
