import { z } from 'zod';
import { askJson } from '../ask-json.ts';
import { readDay } from '../read-facts.ts';
import type { RegisteredSpan, RegisterAnswer } from '@kelisim/shared/features/taxes/against-register.ts';
import type { TaxpayerRegister } from '../company-register.ts';

const text = z.string().nullish();
const found = z.object({
  code: text,
  messageResult: text,
  beginDate: text,
  endDate: text,
});
const taxpayers = z.union([
  z.object({ taxpayerPortalSearchResponses: z.array(found) }),
  // That the number is none of that type comes as an error of the request.
  z.object({ errorResponse: z.object({ code: text, messageResult: z.literal('FAILED') }) }),
]);
const payer = z.object({ iinBin: text, ndsRegistrationDate: text, ndsDeregistrationDate: text }).nullable();
const liquidated = z.object({ taxpayers: z.object({ content: z.array(z.unknown()) }) });

export interface KgdSettings {
  /** The operator's token, issued by the portal on request. */
  token: string;
  /** Origin of the portal; another one in tests. */
  url: string;
}

/**
 * Public services of portal.kgd.gov.kz, each with `X-Portal-Token`: `taxpayer-data` (`taxpayerCode`, `taxpayerType` IP or UL,
 * `print`), `search-payer-data` for VAT, whose empty answer means none, and `find-liquidated-taxpayer`. Shapes as recorded of
 * public programs that read them; that liquidations are asked by `taxpayerCode` is taken from the others, and nobody has tried
 * this adapter against the real services.
 */
export function kgdTaxpayers(settings: KgdSettings): TaxpayerRegister {
  const ask = (service: string, query: Record<string, string>) => {
    const url = new URL(`/services/isnaportalsync/public/${service}`, settings.url);
    url.search = new URLSearchParams(query).toString();
    return askJson(url, { 'x-portal-token': settings.token });
  };
  return {
    name: 'kgd',
    async findTaxpayer(code, kind): Promise<RegisterAnswer> {
      const taxpayerType = kind === 'person' ? 'IP' : 'UL';
      const said = taxpayers.parse(
        await ask('taxpayer-data', { taxpayerCode: code, taxpayerType, print: 'false' }),
      );
      const registration = 'errorResponse' in said ? null : lastOf(said.taxpayerPortalSearchResponses, code);
      const vat = payer.parse(await ask('search-payer-data', { taxpayerCode: code }));
      if (vat && vat.iinBin && vat.iinBin !== code) throw new Error('the register answered of somebody else');
      const is_payer = Boolean(vat?.ndsRegistrationDate);
      const { content } = liquidated.parse(
        await ask('find-liquidated-taxpayer', { taxpayerCode: code }),
      ).taxpayers;
      return {
        registration,
        is_liquidating: content.length > 0,
        vat: is_payer ? spanOf(vat!.ndsRegistrationDate, vat!.ndsDeregistrationDate) : null,
      };
    },
  };
}

/** A removal before the registration is of an earlier one. */
function spanOf(since: string | null | undefined, until: string | null | undefined): RegisteredSpan {
  const [from, to] = [readDay(since), readDay(until)];
  return { since: from, until: to !== null && from !== null && to < from ? null : to };
}

/** Who ended and began again has several rows: the one that holds counts, else the one that ended last. */
function lastOf(rows: readonly z.output<typeof found>[], code: string): RegisteredSpan | null {
  if (rows.some((row) => row.messageResult !== 'SUCCESS'))
    throw new Error('the register could not look the number up');
  const spans = rows
    .filter((row) => !row.code || row.code === code)
    .map((row) => spanOf(row.beginDate, row.endDate))
    .sort((one, other) => ((one.until ?? '9999') < (other.until ?? '9999') ? 1 : -1));
  if (rows.length > 0 && spans.length === 0) throw new Error('the register answered of somebody else');
  return spans[0] ?? null;
}
