import type { Answer, Parts } from '../../../sdk/ts/src/client.ts';
import { KelisimError } from '../../../sdk/ts/src/kelisim-error.ts';
import { markOf, tryOne, type Exchange } from './one-run.ts';
import { BaseError, type Fields, type Found } from './odata.ts';

/** What an act has and a document of 1C has not. */
export interface ActDefaults {
  knp: string;
  category_id: number;
  unit_id: number;
}

type Receipt = Found<'ПоступлениеТоваровУслуг'>;
type Contract = Answer<'documents.list'>['items'][number];
const AT_ONCE = 100;

/** Sends receipts that are not posted and whose comment is the one word «Kelisim». */
export async function sendActs(exchange: Exchange, defaults: ActDefaults): Promise<void> {
  const { base, organization } = exchange;
  const equal = { ПометкаУдаления: false, Проведен: false, Организация: organization };
  const begun = await base.find('ПоступлениеТоваровУслуг', { equal, comment: 'Kelisim' });
  const wanted = begun.filter(({ Комментарий: comment }) => String(comment).trim() === 'Kelisim');
  const contracts = new Map<string, Contract>();
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const made = new Map<number, { receipt: Receipt; is_draft: boolean }>();
    for (const receipt of wanted.slice(from, from + AT_ONCE))
      await tryOne(exchange, `Поступление ${receipt.id}`, async () => {
        const act = await findOrMakeAct(exchange, receipt, defaults, contracts);
        made.set(act.id, { receipt, is_draft: act.status.code === 'draft' });
      });
    await sendMade(exchange, made);
  }
}

async function findOrMakeAct(
  exchange: Exchange,
  receipt: Receipt,
  defaults: ActDefaults,
  contracts: Map<string, Contract>,
): Promise<{ id: number; status: { code: string } }> {
  const { kelisim } = exchange;
  const rows = rowsOf(receipt);
  const contract = await contractOf(exchange, receipt, contracts);
  try {
    return await kelisim.acts.create({ body: bodyOf(receipt, rows, defaults, contract) });
  } catch (error) {
    if (!(error instanceof KelisimError) || error.code !== 'external_id.taken') throw error;
    // An earlier run made it and has not heard the answer.
    const { items } = await kelisim.acts.list({ query: { external_id: receipt.id } });
    if (!items[0]) throw error;
    return items[0];
  }
}

function rowsOf(receipt: Receipt): Fields<'Услуги'>[] {
  const rows = (receipt.Услуги ?? []) as Fields<'Услуги'>[];
  if (receipt.ВидОперации !== 'Услуги' || rows.length === 0)
    throw new BaseError('Передаются только поступления услуг.', false);
  if (!receipt.СуммаВключаетНДС && rows.some(({ СуммаНДС: vat }) => Number(vat ?? 0) !== 0))
    throw new BaseError('НДС начислен сверху: включите его в сумму.', false);
  return rows;
}

function bodyOf(
  receipt: Receipt,
  rows: Fields<'Услуги'>[],
  { knp, ...line }: ActDefaults,
  contract: Contract,
): Parts<'acts.create'>['body'] {
  const date = String(receipt.Дата);
  return {
    title: String(rows[0]?.Содержание),
    knp,
    contract_id: contract.id,
    contractor_company_id: contract.contractor_company.id,
    date,
    start_date: date,
    end_date: date,
    external_id: receipt.id,
    services: rows.map((row) => ({
      ...line,
      description: String(row.Содержание),
      quantity: String(row.Количество),
      rate: Number(row.Цена).toFixed(2),
    })),
  };
}

async function contractOf(
  { kelisim }: Exchange,
  { ДоговорКонтрагента: external_id }: Receipt,
  known: Map<string, Contract>,
): Promise<Contract> {
  const id = String(external_id);
  const contract = known.get(id) ?? (await kelisim.documents.list({ query: { external_id: id } })).items[0];
  if (!contract) throw new BaseError('Договора нет в Kelisim, или он не подписан.', false);
  known.set(id, contract);
  return contract;
}

/** Only what was sent gets its mark: the next run tries the others. */
async function sendMade(
  { kelisim, base, tell }: Exchange,
  made: Map<number, { receipt: Receipt; is_draft: boolean }>,
): Promise<void> {
  const act_ids = [...made].filter(([, { is_draft }]) => is_draft).map(([id]) => id);
  if (act_ids.length > 0) {
    const { items } = await kelisim.acts.send({ body: { act_ids } });
    for (const { act_id, status, message } of items) {
      if (status !== 'failed') continue;
      tell(`Поступление ${made.get(act_id)?.receipt.id ?? ''}: ${message}`);
      made.delete(act_id);
    }
  }
  for (const [id, { receipt }] of made)
    await base.update('ПоступлениеТоваровУслуг', receipt.id, { Комментарий: markOf('act', id) });
}
