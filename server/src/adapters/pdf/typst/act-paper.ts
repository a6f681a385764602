import { amountWords } from '@kelisim/shared/kernel/amount-words.ts';
import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { ActDocument, ActParty, ActService } from '../pdf.ts';
import { kz } from './captions/kz.ts';
import { ru } from './captions/ru.ts';
import { breakLongWords, type PaperLetters, withDrawableText } from './drawable-text.ts';

const NBSP = '\u00a0';
/** Widths of the narrow places of `act.typ` in ems of their own type, a little less than they are. */
const BOX_EM = 11;
const UNIT_EM = 7;

/**
 * The act as ready lines of text: `act.typ` only lays them out.
 * @param letters what the fonts can draw; the id and the link are ours and stay as they are
 */
export function toActPaper({ json: _, ...entered }: ActDocument, letters: PaperLetters) {
  const { public_id, check_url } = entered;
  const act = { ...withDrawableText(entered, letters), public_id, check_url };
  const captions = act.language === 'kz' ? kz : ru;
  const { columns, ours } = captions;
  const date = formatDate(act.act_date);
  return {
    // The tag of Kazakh is `kk`, whatever the product calls it.
    language: act.language === 'kz' ? 'kk' : 'ru',
    title: fill(ours.title, { number: act.number, date }),
    keywords: [act.public_id],
    annex: captions.annex,
    form: captions.form,
    id_number: captions.id_number,
    party_hint: captions.party_hint,
    parties: [
      { label: captions.customer, value: describeParty(act.customer), id_number: act.customer.bin },
      { label: captions.executor, value: describeParty(act.executor), id_number: act.executor.bin },
    ],
    contract: { label: captions.contract, value: describeContract(act, captions.contract_value) },
    number: { label: captions.number, value: breakLongWords(act.number, BOX_EM, letters) },
    date: { label: captions.date, value: date },
    heading: captions.heading,
    columns,
    done: captions.done,
    services: act.services.map((service, index) => toServiceCells(service, index, letters)),
    total: {
      label: captions.total,
      quantity: showDecimal(sumQuantities(act.services)),
      cost: showMoney(act.total_tiyn),
    },
    vat: act.vat
      ? {
          label: fill(ours.vat, { rate: showDecimal(String(act.vat.rate_percent)) }),
          cost: showMoney(act.vat.amount_tiyn),
        }
      : { label: ours.vat_included, cost: ours.no_vat },
    in_words: fill(ours.in_words, { words: amountWords(act.total_tiyn, act.language) }),
    additional: act.additional_info ? fill(ours.additional, { text: act.additional_info }) : null,
    stock: { label: captions.stock, hint: captions.stock_hint },
    attachment: captions.attachment,
    signers: [
      { label: captions.handed_over, ...describeSigner(act.executor, letters) },
      { label: captions.accepted, ...describeSigner(act.customer, letters) },
    ],
    signer_hints: [captions.position, captions.signature, captions.person],
    by_eds: ours.by_eds,
    stamp: captions.stamp,
    accepted_on: { label: captions.accepted_on, value: ours.by_eds_date },
    footnotes: captions.footnotes,
    identity: fill(ours.identity, { id: act.public_id }),
    check: fill(ours.check, { url: act.check_url }),
    page: ours.page,
  };
}

function toServiceCells(service: ActService, index: number, letters: PaperLetters): string[] {
  return [
    String(index + 1),
    [service.name, service.description].filter(Boolean).join('\n'),
    service.service_date ? formatDate(service.service_date) : '',
    '',
    breakLongWords(service.unit, UNIT_EM, letters),
    showDecimal(service.quantity),
    showMoney(service.rate_tiyn),
    showMoney(service.amount_tiyn),
  ];
}

function describeParty(party: ActParty): string {
  const phone = party.phone?.replaceAll(' ', NBSP);
  return [party.name, party.address, phone, party.email]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(', ');
}

function describeSigner(party: ActParty, letters: PaperLetters) {
  return {
    position: breakLongWords(party.director_position ?? '', BOX_EM, letters),
    name: breakLongWords(party.director_name ?? '', BOX_EM, letters),
  };
}

function describeContract({ contract }: Pick<ActDocument, 'contract'>, pattern: string): string {
  const place = fill(pattern, { number: contract.number, date: formatDate(contract.date) });
  return [contract.title, place].filter(Boolean).join(' ');
}

/** The form adds the quantities up whatever their units are. */
function sumQuantities(services: ActService[]): string {
  const milli = services.reduce((sum, { quantity }) => sum + toMilli(quantity), 0n);
  const digits = String(milli < 0n ? -milli : milli).padStart(4, '0');
  return `${milli < 0n ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`.replace(/\.?0+$/, '');
}

function toMilli(quantity: string): bigint {
  const [whole = '0', fraction = ''] = quantity.replace('-', '').split('.');
  const milli = BigInt(whole + fraction.padEnd(3, '0').slice(0, 3));
  return quantity.startsWith('-') ? -milli : milli;
}

function showMoney(amount_tiyn: bigint): string {
  return showDecimal(formatMoney(amount_tiyn));
}

/** `"-1234567.8"` → «−1 234 567,8», the spaces unbreakable. */
function showDecimal(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, NBSP).replace('-', '−');
  return fraction ? `${grouped},${fraction}` : grouped;
}

/** Replaces each `{name}` once; what is put in is never read for names again. */
function fill(pattern: string, values: Record<string, string>): string {
  return pattern.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}
