import { isBin } from '@kelisim/shared/kernel/bin-iin.ts';
import { z } from 'zod';
import { askJson } from '../ask-json.ts';
import type { CompanyRegister } from '../company-register.ts';
import { readDay, readOked, readText } from '../read-facts.ts';

const text = z.string().nullish();
const answer = z.array(
  z.object({
    bin: text,
    nameru: text,
    namekz: text,
    director: text,
    datereg: text,
    addressru: text,
    addresskz: text,
    okedru: text,
  }),
);

export interface EgovSettings {
  /** The operator's personal key, issued by data.egov.kz. */
  api_key: string;
  /** Origin of the service; another one in tests. */
  url: string;
}

/**
 * Open data of the state register of legal entities: `GET /api/v4/gbd_ul/v1?apiKey=&source=` with a query in JSON. Sole
 * traders are not in it. Shapes as recorded of public programs that read it.
 */
export function egovRegister(settings: EgovSettings): CompanyRegister {
  return {
    name: 'egov',
    async findCompany(bin) {
      if (!isBin(bin)) return null;
      const url = new URL('/api/v4/gbd_ul/v1', settings.url);
      const source = JSON.stringify({ size: 1, query: { bool: { must: [{ match: { bin } }] } } });
      url.search = new URLSearchParams({ apiKey: settings.api_key, source }).toString();
      // A search answers what is alike, too.
      const found = answer.parse(await askJson(url)).find((row) => row.bin === bin);
      const name = readText(found?.nameru) ?? readText(found?.namekz);
      if (!found || !name) return null;
      return {
        bin,
        name_ru: name,
        name_kz: readText(found.namekz),
        head_name: readText(found.director),
        address: readText(found.addressru) ?? readText(found.addresskz),
        oked: readOked(found.okedru),
        oked_name: readText(found.okedru?.replace(/^\s*\d{5}\s*[-–—.:]?/, '')),
        registered_on: readDay(found.datereg),
        is_sole_trader: false,
      };
    },
  };
}
