import type { EsfKind } from '@kelisim/shared/features/esf/esf-status.ts';
import type { TurnoverRule } from '@kelisim/shared/features/esf/turnover.ts';
import { Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useRepeatKey } from '../../platform/repeat-key.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { tooLong } from '../../ui/too-long.ts';
import { Download } from '../proofs/public.ts';
import { afterEsf } from './esf.data.ts';
import type { EsfOfAct } from './esf.data.ts';

interface HandDialogProps {
  act_id: number;
  found: EsfOfAct;
  /** By which rule the XML has its day. */
  turnover: TurnoverRule | undefined;
  onClose: () => void;
}

/** For users who take the XML to the portal themselves: the file, and the number that it got there. */
export function HandDialog({ act_id, found, turnover, onClose }: HandDialogProps) {
  const t = useTexts('esf');
  const keyOf = useRepeatKey();
  const [kinds] = useState(found.kinds);
  const [kind, setKind] = useState<EsfKind>(kinds[0]!);
  const [number, setNumber] = useState('');
  const params = { act_id };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('by_hand_title')}
      confirmLabel={t('by_hand_save')}
      disabled={!number.trim()}
      onConfirm={async () => {
        const body = { kind, turnover, registration_number: number.trim() };
        await api.call('esf.by_hand', { params, body }, { idempotency_key: keyOf(body) });
        toasts.success(t('by_hand_saved'));
        await afterEsf();
      }}
    >
      <p>{t('by_hand_hint')}</p>
      {found.faults.length === 0 && (
        <div className="k-stack k-gap-0 k-start">
          {kinds.map((one) => (
            <Download
              key={one}
              label={t('xml_of', { what: t(`kind.${one}`) })}
              read={() => api.call('esf.act_xml', { params, query: { kind: one, turnover } })}
            />
          ))}
        </div>
      )}
      {kinds.length > 1 && (
        <Radio.Group label={t('by_hand_kind')} value={kind} onChange={(value) => setKind(value as EsfKind)}>
          <div className="k-row">
            {kinds.map((one) => (
              <Radio key={one} value={one} label={t(`kind.${one}`)} />
            ))}
          </div>
        </Radio.Group>
      )}
      <TextInput
        label={t('by_hand_number')}
        description={t('by_hand_sample')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={tooLong(number, 60)}
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value.toUpperCase().replaceAll(/\s/g, ''))}
        data-autofocus
        required
      />
    </ConfirmDialog>
  );
}
