import { formatDate, shownMoment } from '@kelisim/shared/kernel/dates.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { languageTag } from '@kelisim/shared/kernel/locale.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import type { Handle } from '../../platform/db/database.ts';
import { moneyOnPaper } from '../../platform/money-on-paper.ts';
import { nameOnPaper } from '@kelisim/shared/kernel/name-on-paper.ts';
import { xmlEscaped } from '../../platform/xml.ts';
import { findFrozen, listFrozenParties } from '../bookkeeping/public.ts';
import type { Month } from './month-package.queries.ts';
import { texts, type Section } from './sections.ts';
import { getCompany } from '../../platform/db/get-company.ts';

/** It opens from the unpacked folder without the network, and runs and fetches nothing. */
const HEAD = `<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>
body { font: 15px/1.45 "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif; color: #1b1f24; margin: 2rem auto; max-width: 76rem; padding: 0 1rem }
h1 { font-size: 1.6rem; margin: 0 0 .25rem } h2 { font-size: 1.15rem; margin: 2.2rem 0 .25rem } p { margin: .25rem 0 }
.second { color: #57606a } nav { margin: 1rem 0 } nav li { margin: .15rem 0 }
.scroll { overflow-x: auto } table { border-collapse: collapse; width: 100%; margin-top: .5rem }
th, td { border-bottom: 1px solid #d8dee4; padding: .35rem .6rem; text-align: left; vertical-align: top }
th { font-weight: 600; white-space: nowrap } .sum { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
td.files { overflow-wrap: anywhere; min-width: 14rem } td.files a { display: block } a { color: #0b5bd3 }
@media print { body { margin: 0; max-width: none; font-size: 10pt } tr { break-inside: avoid } }
</style>`;

/** The table of contents: what is in each section, its sum, and a link to each file. */
export async function writeContents(
  db: Handle,
  month: Month,
  sections: readonly Section[],
  locale: Locale,
): Promise<Buffer> {
  const t = texts[locale];
  const { company, frozen_at } = await findHead(db, month);
  const name = nameOnPaper(company, locale);
  const days = { from: formatDate(month.date_from), to: formatDate(month.date_to) };
  const missing = sections.flatMap(({ lines }) =>
    lines.flatMap(({ folder, missing: names }) => names.map((file) => `${folder}/${file}`)),
  );
  const html = `<!doctype html>
<html lang="${languageTag(locale)}">
<head><title>${text(`${t.title}, ${days.from} – ${days.to}`)}</title>
${HEAD}
</head>
<body>
<h1>${text(t.title)}</h1>
<p>${text(fill(t.lead, { company: name, bin: company.bin, ...days }))}</p>
<p class="second">${text(frozen_at ? fill(t.closed, { moment: shownMoment(frozen_at) }) : t.open)}</p>
<nav><ul>
${sections.map((section, place) => `<li><a href="#s${place}">${text(section.title)}</a>: ${text(summary(section, t))}</li>`).join('\n')}
<li>${link(`${t.register}.xlsx`)}</li>
</ul></nav>
${missing.length === 0 ? '' : `<h2>${text(t.missing)}</h2>\n<p>${text(t.missing_about)}</p>\n<ul>${missing.map((file) => `<li>${text(file)}</li>`).join('\n')}</ul>`}
${sections.map((section, place) => sectionPart(section, place, t)).join('\n')}
</body>
</html>
`;
  return Buffer.from(html);
}

type Texts = (typeof texts)[Locale];

/** The company as it was called when the month was closed, and when that was. */
async function findHead(db: Handle, { company_id, date_to }: Month) {
  const now = await getCompany(db, company_id, ['name', 'name_kz', 'bin']);
  const frozen = await findFrozen(db, company_id, date_to);
  const [then] = frozen ? await listFrozenParties(db, company_id, frozen.id, [company_id]) : [];
  return { company: then ?? now, frozen_at: frozen?.frozen_at ?? null };
}

function summary({ lines, total_tiyn }: Section, t: Texts): string {
  const count = fill(t.count, { count: String(lines.length) });
  return total_tiyn === null || lines.length === 0
    ? count
    : `${count}, ${fill(t.sum, { sum: moneyOnPaper(total_tiyn) })}`;
}

function sectionPart(section: Section, place: number, t: Texts): string {
  const { title, columns, lines } = section;
  const shown = columns.flatMap((column, at) => (column.is_detail ? [] : [{ ...column, at }]));
  const head = `<h2 id="s${place}">${text(title)}</h2>`;
  if (lines.length === 0) return `${head}\n<p class="second">${text(t.empty)}</p>`;
  const className = (kind: string) => (kind === 'money' ? ' class="sum"' : '');
  const rows = lines.map(({ cells, folder, files }) => {
    const own = shown.map(({ kind, at }) => `<td${className(kind)}>${text(cellText(kind, cells[at]!))}</td>`);
    const links = files.map((file) => link(`${folder}/${file}`, file)).join('');
    return `<tr>${own.join('')}<td class="files">${links}</td></tr>`;
  });
  const titles = shown.map(({ header, kind }) => `<th${className(kind)}>${text(header)}</th>`).join('');
  return `${head}
<p class="second">${text(summary(section, t))}</p>
<div class="scroll"><table>
<thead><tr>${titles}<th>${text(t.columns.files)}</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div>`;
}

function cellText(kind: string, cell: string | null): string {
  if (cell === null) return '';
  if (kind === 'date') return formatDate(cell);
  return kind === 'money' ? moneyOnPaper(parseMoney(cell)!) : cell;
}

/** Words that people wrote; a character that no page can carry is left out. */
const text = (words: string) =>
  xmlEscaped(words.replace(/[\p{Cc}\p{Surrogate}\ufffe\uffff]/gu, (one) => (/\s/.test(one) ? ' ' : '')));

const link = (path: string, name = path) =>
  `<a href="${path.split('/').map(encodeURIComponent).join('/')}">${text(name)}</a>`;
