import type { Answer } from '../../../sdk/ts/src/client.ts';
import { tryOne, type Exchange } from './one-run.ts';
import { BaseError } from './odata.ts';

type Contract = Answer<'documents.list'>['items'][number];

export async function pairExecutors(exchange: Exchange): Promise<void> {
  for await (const { bin, full_name, executor_company_id, external_id } of exchange.kelisim.pages(
    'executors.list',
  )) {
    if (external_id !== undefined) continue;
    await tryOne(exchange, `Исполнитель ${bin}`, async () => {
      const body = { external_id: await findOrMakeCounterparty(exchange, bin, full_name) };
      await exchange.kelisim.executors.name({ params: { executor_id: executor_company_id }, body });
    });
  }
}

export async function findOrMakeCounterparty({ base }: Exchange, bin: string, name: string): Promise<string> {
  const equal = { ПометкаУдаления: false, ИдентификационныйКодЛичности: bin };
  const [found, another] = await base.find('Контрагенты', { equal });
  if (another) throw new BaseError('В базе несколько контрагентов с этим ИИН/БИН: оставьте одного.', false);
  if (found) return found.id;
  return base.create('Контрагенты', {
    Наименование: name,
    НаименованиеПолное: name,
    ИдентификационныйКодЛичности: bin,
    // The fifth digit of the БИН of a legal entity; traders and persons have an ИИН.
    ЮрФизЛицо: '45'.includes(bin.charAt(4)) ? 'ЮрЛицо' : 'ФизЛицо',
  });
}

const SIGNED = new Set<string>(['signed', 'signed_by_hand']);
const OF_SERVICES = new Set<string>(['services', 'gph', 'framework']);

export async function pairContracts(exchange: Exchange): Promise<void> {
  for await (const contract of exchange.kelisim.pages('documents.list')) {
    if (contract.external_id !== undefined || !SIGNED.has(contract.status.code)) continue;
    if (!OF_SERVICES.has(contract.type.code)) continue;
    await tryOne(exchange, `Договор ${contract.number}`, async () => {
      const body = { external_id: await findOrMakeContract(exchange, contract) };
      await exchange.kelisim.documents.name({ params: { doc_id: contract.id }, body });
    });
  }
}

/** Returns the identifier of the contract in 1C, one that is there if there is one. */
export async function findOrMakeContract(exchange: Exchange, contract: Contract): Promise<string> {
  const { base, organization } = exchange;
  const { bin, name } = contract.contractor_company;
  const equal = {
    ПометкаУдаления: false,
    Владелец: await findOrMakeCounterparty(exchange, bin, name),
    Организация: organization,
    НомерДоговора: contract.number,
    ДатаДоговора: contract.date,
  };
  const [found, another] = await base.find('ДоговорыКонтрагентов', { equal });
  if (another)
    throw new BaseError('В базе несколько договоров с этим номером и датой: оставьте один.', false);
  if (found) return found.id;
  const [other] = await base.find('ДоговорыКонтрагентов', {
    equal: { ПометкаУдаления: false, Организация: organization },
  });
  const { ПометкаУдаления: _, ...fields } = equal;
  return base.create('ДоговорыКонтрагентов', {
    ...fields,
    Наименование: `${contract.number} от ${contract.date.split('-').toReversed().join('.')}`,
    ДатаНачалаДействияДоговора: contract.start_date,
    ДатаОкончанияДействияДоговора: contract.end_date,
    ВалютаВзаиморасчетов: other?.ВалютаВзаиморасчетов ?? null,
    ВидДоговора: 'СПоставщиком',
  });
}
