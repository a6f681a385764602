import { z } from 'zod';
import { askJson } from '../ask-json.ts';
import type { CompanyRegister } from '../company-register.ts';
import { readDay, readOked, readText } from '../read-facts.ts';

const text = z.string().nullish();
const answer = z.object({
  success: z.boolean(),
  obj: z
    .object({
      bin: text,
      name: text,
      registerDate: text,
      okedCode: text,
      okedName: text,
      katoAddress: text,
      fio: text,
      ip: z.boolean().nullish(),
    })
    .nullish(),
});

export interface StatSettings {
  /** Origin of the service; it has moved once already. */
  url: string;
}

/**
 * The counter of the Bureau of National Statistics: `GET /api/juridical/counter/api/?bin=&lang=`, no key, legal entities and
 * sole traders. Answers 429 to who asks much. Shapes as recorded of public programs that read it.
 */
export function statRegister(settings: StatSettings): CompanyRegister {
  const ask = async (bin: string, lang: 'ru' | 'kk') => {
    const url = new URL('/api/juridical/counter/api/', settings.url);
    url.search = new URLSearchParams({ bin, lang }).toString();
    const { success, obj } = answer.parse(await askJson(url));
    return success && obj && readText(obj.name) ? obj : null;
  };
  return {
    name: 'stat',
    async findCompany(bin) {
      const ru = await ask(bin, 'ru');
      if (!ru) return null;
      // The Kazakh name is a kindness: the rest is of use without it.
      const kz = await ask(bin, 'kk').catch(() => null);
      return {
        bin,
        name_ru: readText(ru.name)!,
        name_kz: readText(kz?.name),
        head_name: readText(ru.fio),
        address: readText(ru.katoAddress),
        oked: readOked(ru.okedCode),
        oked_name: readText(ru.okedName),
        registered_on: readDay(ru.registerDate),
        is_sole_trader: ru.ip ?? false,
      };
    },
  };
}
