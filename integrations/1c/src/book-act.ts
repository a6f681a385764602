import type { Answer } from '../../../sdk/ts/src/client.ts';
import { markOf, type Exchange } from './one-run.ts';
import type { FieldName, ObjectName } from './mapping.ts';
import type { Fields, Found } from './odata.ts';
import { findOrMakeContract } from './pair.ts';

type Act = Answer<'acts.get'>;
type Receipt = Found<'ПоступлениеТоваровУслуг'>;

/** Gives the receipt of a signed act its number, or makes one that waits to be posted. */
export async function bookAct(exchange: Exchange, act: Act): Promise<void> {
  const { kelisim, base, tell } = exchange;
  const booked = await findBooked(exchange, act);
  const signed = { НомерВходящегоДокумента: act.number, ДатаВходящегоДокумента: act.act_date };
  let id = booked?.id;
  if (!booked)
    id = await base.create('ПоступлениеТоваровУслуг', { ...(await receiptOf(exchange, act)), ...signed });
  else if (booked.Проведен) {
    if (booked.НомерВходящегоДокумента !== act.number)
      tell(`Поступление ${booked.id} уже проведено; номер акта в Kelisim – ${act.number}.`);
  } else if (!booked.ПометкаУдаления && !isNumbered(booked, act))
    await base.update('ПоступлениеТоваровУслуг', booked.id, signed);
  if (act.external_id === undefined && id)
    await kelisim.acts.name({ params: { act_id: act.id }, body: { external_id: id } });
}

const isNumbered = (receipt: Receipt, { number, act_date }: Act) =>
  receipt.НомерВходящегоДокумента === number && receipt.ДатаВходящегоДокумента === act_date;

export async function findBooked({ base }: Exchange, act: Act): Promise<Receipt | null> {
  if (act.external_id !== undefined) return base.get('ПоступлениеТоваровУслуг', act.external_id);
  const search = { equal: {}, comment: markOf('act', act.id) };
  return (await base.find('ПоступлениеТоваровУслуг', search))[0] ?? null;
}

const SAMPLED = [
  'УчитыватьНДС',
  'УчитыватьКПН',
  'СчетУчетаРасчетовСКонтрагентом',
  'СчетУчетаРасчетовПоАвансам',
] as const;
const SAMPLED_OF_ROWS = [
  'Номенклатура',
  'СчетЗатратБУ',
  'СчетЗатратНУ',
  'СчетУчетаНДС',
  'НДСВидОборота',
  'НДСВидПоступления',
] as const;

/** 1C fills accounts only in its form, so they come from the last posted receipt of the counterparty. */
async function receiptOf(exchange: Exchange, act: Act): Promise<Fields<'ПоступлениеТоваровУслуг'>> {
  const { kelisim, base, organization } = exchange;
  const contract = await kelisim.documents.get({ params: { doc_id: act.contract_id } });
  const contract_key = contract.external_id ?? (await findOrMakeContract(exchange, contract));
  const kept = await base.get('ДоговорыКонтрагентов', contract_key);
  const counterparty = kept?.Владелец ?? null;
  const [sample] = await base.find('ПоступлениеТоваровУслуг', {
    equal: { Проведен: true, Организация: organization, Контрагент: counterparty },
    newest_first: true,
  });
  const [sample_row] = (sample?.Услуги ?? []) as Fields<'Услуги'>[];
  return {
    Дата: act.act_date,
    Организация: organization,
    Контрагент: counterparty,
    ДоговорКонтрагента: contract_key,
    ВалютаДокумента: kept?.ВалютаВзаиморасчетов ?? null,
    КурсВзаиморасчетов: 1,
    КратностьВзаиморасчетов: 1,
    ВидОперации: 'Услуги',
    СуммаВключаетНДС: true,
    СуммаДокумента: Number(act.amount),
    Комментарий: markOf('act', act.id),
    ...pick(sample, SAMPLED),
    Услуги: act.services.map((service) => ({
      ...pick<'Услуги'>(sample_row, SAMPLED_OF_ROWS),
      Содержание: service.description,
      Количество: Number(service.quantity),
      Цена: Number(service.rate),
      Сумма: Number(service.amount),
    })),
  };
}

export function pick<Name extends ObjectName>(
  sample: Fields<Name> | undefined,
  names: readonly FieldName<Name>[],
): Fields<Name> {
  const kept = new Set<string>(names);
  return Object.fromEntries(Object.entries(sample ?? {}).filter(([name]) => kept.has(name))) as Fields<Name>;
}

/** The number goes to the comment: a receipt has no field for it. */
export async function bookInvoice(exchange: Exchange, act: Act, registration_number: string): Promise<void> {
  const booked = await findBooked(exchange, act);
  const comment = String(booked?.Комментарий ?? '');
  if (!booked || comment.includes(registration_number)) return;
  if (booked.Проведен)
    exchange.tell(
      `Поступление ${booked.id} уже проведено; регистрационный номер ЭСФ – ${registration_number}.`,
    );
  else
    await exchange.base.update('ПоступлениеТоваровУслуг', booked.id, {
      Комментарий: `${comment} ЭСФ ${registration_number};`,
    });
}
