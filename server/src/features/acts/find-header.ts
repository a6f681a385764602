import type { Cell, ReadRow } from '../../adapters/spreadsheet/spreadsheet.ts';
import { plainTitle } from '../../platform/read-table.ts';
import { ACT_COLUMNS, type ActColumn } from './act-columns.ts';

/** What a table may say instead of one of our columns, or beside it. */
export type ReadColumn = ActColumn | 'contractor_name' | 'period' | 'amount';

/** Headings of accountants' tables and 1C exports, in the form of `plainTitle`; ours are added from `ACT_COLUMNS`. */
const NAMES: Record<ReadColumn, string> = {
  act: 'акт|№ акта|акт №|номер акта|номер документа|№ документа|акт нөмірі|актінің нөмірі|құжат нөмірі|№ авр|номер авр',
  contractor:
    'иин/бин|бин/иин|иин бин|бин иин|иин|бин|иин исполнителя|бин исполнителя|бин/иин исполнителя|иин бин исполнителя|иин/бин контрагента|бин/иин контрагента|иин контрагента|бин контрагента|контрагент иин|контрагент бин|контрагент бин/иин|контрагент иин/бин|исполнитель иин|исполнитель бин|исполнитель иин/бин|исполнитель бин/иин|иин/бин поставщика|бин/иин поставщика|бин поставщика|иин поставщика|жсн/бсн|бсн/жсн|жсн|бсн|орындаушының жсн|орындаушының бсн|орындаушы жсн/бсн|жеткізушінің жсн/бсн|контрагенттің жсн/бсн',
  contractor_name:
    'исполнитель|контрагент|поставщик|фио|фио исполнителя|ф и о|исполнитель фио|наименование исполнителя|наименование контрагента|контрагент наименование|орындаушы|жеткізуші|орындаушының аты|орындаушының атауы|орындаушының аты жөні|аты жөні|контрагент атауы',
  contract:
    'договор|договор контрагента|договор №|№ договора|номер договора|договор гпх|основание|шарт|шарт №|№ шарт|шарт нөмірі|шарттың атауы|келісімшарт',
  title: 'название акта|наименование акта|название|тема|актінің атауы|акт атауы',
  date: 'дата акта|дата|дата документа|дата авр|дата составления|акт күні|актінің күні|күні|құжат күні',
  start_date:
    'начало периода|период начало|период с|с|дата с|начало|дата начала|дата начала работ|дата начала услуг|дата начала периода|период дата начала|кезеңнің басы|кезең басы|кезең басталуы|басталуы|басталу күні|кезең басталу күні',
  end_date:
    'конец периода|период конец|период по|по|дата по|конец|окончание|период окончание|окончание периода|дата окончания|дата окончания работ|дата окончания услуг|дата окончания периода|период дата окончания|кезеңнің соңы|кезең соңы|кезең аяқталуы|аяқталуы|аяқталу күні|кезең аяқталу күні',
  period: 'период|отчетный период|период работ|период услуг|период оказания услуг|кезең|кезеңі|есепті кезең',
  knp: 'кнп|код кнп|код назначения платежа|тмк|төлем мақсатының коды',
  kind: 'тип строки|вид начисления|тип начисления|начисление/удержание|начисления и удержания|жолдың түрі|есептеу түрі',
  category:
    'категория|категория услуги|категория услуг|вид услуги|вид услуг|вид работ|санат|санаты|қызмет түрі|жұмыс түрі',
  description:
    'услуга|услуги|работа|работы|наименование услуги|наименование услуг|наименование работ|наименование работ услуг|вид работ услуг|работы услуги|наименование|номенклатура|описание|описание услуги|содержание|содержание услуги|қызмет|қызметтер|қызметтің атауы|қызмет атауы|жұмыстың атауы|атауы|сипаттамасы',
  quantity: 'количество|кол-во|кол во|колво|объем|объем услуг|саны|мөлшері|көлемі',
  unit: 'единица|единица измерения|ед|ед изм|ед измерения|бірлік|өлшем бірлігі|өлш бірл|өлшем бірл|бірлігі',
  rate: 'цена за единицу|цена|цена за ед|стоимость за единицу|тариф|ставка|бағасы|баға|бірлік бағасы|бірлігінің бағасы|бірлік үшін баға|тарифі',
  amount: 'сумма|стоимость|сумма услуги|сомасы|сома|құны|жалпы құны',
  service_date:
    'дата услуги|дата оказания|дата оказания услуги|дата выполнения|дата выполнения работ|қызмет күні|қызмет көрсету күні',
  additional_info: 'примечание|примечания|комментарий|ескертпе|ескерту|түсініктеме',
};

const KEYS = new Map<string, ReadColumn>();
for (const [key, names] of Object.entries(NAMES))
  for (const name of names.split('|')) KEYS.set(plainTitle(name), key as ReadColumn);
const OWN = new Map<string, ActColumn>();
for (const { key, ru, kz } of ACT_COLUMNS) for (const title of [ru, kz]) OWN.set(plainTitle(title), key);

/** Which column of the table holds what, by its headings. Our own wording wins over another that means the same. */
export function mapColumns(header: readonly string[]): Map<ReadColumn, number> {
  const at = new Map<ReadColumn, number>();
  for (const names of [OWN, KEYS])
    for (const [index, title] of header.entries()) {
      const key = names.get(plainTitle(title));
      if (key && !at.has(key) && ![...at.values()].includes(index)) at.set(key, index);
    }
  return at;
}

export interface FoundHeader {
  titles: string[];
  at: Map<ReadColumn, number>;
  /** How many rows of the table end with the header: title, merged cells and the header itself. */
  rows: number;
}

const MOST_ABOVE = 40;
const FEWEST = 3;

/**
 * Finds the heading below titles, requisites and merged cells: the row that names most columns, by itself or together
 * with the row above it, whose cells stand over several columns. Null when no row names who and two more.
 */
export function findHeader(table: readonly ReadRow[]): FoundHeader | null {
  let best: FoundHeader | null = null;
  const rows = table.slice(0, MOST_ABOVE);
  for (const [index, { cells }] of rows.entries()) {
    const own = cells.map(textOf);
    const above = index === 0 ? null : rows[index - 1]!.cells.map(textOf);
    for (const titles of above ? [own, joinTitles(above, own)] : [own]) {
      const at = mapColumns(titles);
      if (at.size < FEWEST || !(at.has('contractor') || at.has('contractor_name'))) continue;
      if (!best || at.size > best.at.size) best = { titles, at, rows: index + 1 };
    }
  }
  return best;
}

/** «Период» over «с» and «по» is «Период с» and «Период по»; what stands above an empty cell names it alone. */
function joinTitles(above: readonly string[], own: readonly string[]): string[] {
  let over = '';
  return Array.from({ length: Math.max(above.length, own.length) }, (_, index) => {
    over = above[index] || over;
    if (!own[index]) return above[index] ?? '';
    // A cell that stands over this column alone says the whole; merged ones go on to the right.
    return above[index] || !isNamed(own[index]) ? `${over} ${own[index]}`.trim() : own[index];
  });
}

const isNamed = (title: string) => KEYS.has(plainTitle(title)) && plainTitle(title).length > 2;

export function textOf(cell: Cell): string {
  return cell.kind === 'text' ? cell.value.trim() : '';
}

/** Whether a row only repeats the heading, as printed forms do on each page, or counts its columns: 1, 2, 3. */
export function isHeaderAgain({ cells }: ReadRow, { titles, at }: FoundHeader): boolean {
  const filled = cells.flatMap((cell, index) => (cell.kind === 'empty' ? [] : [{ cell, index }]));
  if (filled.length < FEWEST) return false;
  if (
    filled.every(
      ({ cell, index }) =>
        textOf(cell) !== '' && plainTitle(textOf(cell)) === plainTitle(titles[index] ?? ''),
    )
  )
    return true;
  if (filled.every(({ cell }, position) => 'value' in cell && Number(cell.value) === position + 1))
    return true;
  const own = mapColumns(cells.map(textOf));
  return own.size >= FEWEST && [...own].every(([key, index]) => at.get(key) === index);
}
