import {
  cautiousOf,
  choicesOf,
  TAX_DECISIONS,
  type TaxChoice,
  type TaxQuestion,
} from '@kelisim/shared/features/taxes/tax-decisions.ts';
import { almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/tax-decisions.ts';
import ru from '@kelisim/shared/texts/ru/tax-decisions.ts';
import type { FileReply } from '../../platform/http/bind-calls.ts';
import { nameOnPaper } from '@kelisim/shared/kernel/name-on-paper.ts';
import type { Parts } from '../../parts.ts';
import { getCompanyName, listAnswers } from './decisions.queries.ts';

const texts = { ru, kz };

const say = (t: typeof ru, question: TaxQuestion, choice: TaxChoice) =>
  (t.choice[question] as Partial<Record<TaxChoice, string>>)[choice] ?? t.other;

/**
 * All questions with what holds today and room for an answer by hand, for a lawyer or an adviser who has no account.
 * Opinions that were written down stay on the page: they are of whoever gave them.
 */
export async function drawDecisions(
  parts: Parts,
  company_id: number | null,
  language: Locale,
): Promise<FileReply> {
  const t = texts[language];
  const now = parts.clock.now();
  const date = formatDate(almatyDate(now));
  const company = company_id === null ? null : await getCompanyName(parts.db, company_id);
  const name = company ? nameOnPaper(company, language) : new URL(parts.config.public_url).host;
  const answers = await listAnswers(parts.db, company_id, almatyDate(now));
  const bytes = await parts.pdf.renderLedger(
    {
      language,
      is_wide: true,
      title: t.paper.title,
      made: { place: '', day: fill(t.paper.made_on, { date }) },
      lead: [
        company
          ? fill(t.paper.lead_company, { name, bin: company.bin, date })
          : fill(t.paper.lead_installation, { name, date }),
        t.paper.lead,
      ],
      columns: [
        { title: t.paper.number, width: '9mm' },
        { title: t.paper.question, width: '1.5fr' },
        { title: t.paper.cautious, width: '1fr' },
        { title: t.paper.answer, width: '1fr' },
        { title: t.paper.opinion, width: '1.3fr' },
      ],
      rows: [...answers].map(([question, { choice, of }], index) => ({
        is_strong: false,
        cells: [
          String(index + 1),
          ask(t, question),
          say(t, question, cautiousOf(question)),
          of === 'default' ? t.paper.same : say(t, question, choice),
          '',
        ],
      })),
      verdict: [],
      signers: [
        { of: t.paper.adviser, name: '' },
        { of: name, name: '' },
      ],
      signature: t.paper.signature,
      page: t.paper.page,
    },
    now,
  );
  return { bytes, name: fill(t.paper.file, { date: almatyDate(now) }) };
}

/** The question, who decides, what else may be chosen and where it comes from. */
function ask(t: typeof ru, question: TaxQuestion): string {
  const others = choicesOf(question)
    .slice(1)
    .filter((choice) => choice !== 'other');
  return [
    t.ask[question],
    ...(others.length > 0
      ? [fill(t.paper.variants, { list: others.map((choice) => say(t, question, choice)).join('; ') })]
      : []),
    `${t.decided_by[TAX_DECISIONS[question].decided_by]}.`,
    fill(t.source, { source: t.source_of[question] }),
  ].join('\n');
}
