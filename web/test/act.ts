import { ACT_STATUS_IDS, type ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { makeExample } from '../src/features/acts/example-acts.ts';

const [example] = makeExample('2026-11-20', {
  company: 'ТОО «Заказчик»',
  executor: 'Ахметов Нұрлан',
  no_number: '900101300017',
  titles: ['Уборка', 'Уборка', 'Уборка', 'Уборка'],
  number: (at) => `${at}/2026`,
});

/** An act in a state, of which there is nothing to say but what is given. */
export const actWith = (code: ActStatus, more: Partial<ActView> = {}): ActView => ({
  // An example has four acts.
  ...example!,
  status: { id: ACT_STATUS_IDS[code], code, name: code },
  contract_title: 'Договор',
  services: [],
  was_sent: true,
  has_earlier: false,
  sign_by: null,
  file: null,
  signatures: [],
  signed_by_you: false,
  proofs: [],
  corrects: null,
  corrections: [],
  repeats: null,
  schedule: null,
  payment: null,
  ...more,
});
