import { keepPlaces, makePlace } from '../src/features/addresses/public.ts';
import type { Database } from '../src/platform/db/database.ts';
import { banks } from './banks.ts';
import { regions } from './regions.ts';

/** Code, Russian, Kazakh, КНП. Products of the field print 859 for services; a person may type another. */
const CATEGORIES = [
  ['delivery', 'Курьерские услуги', 'Курьер қызметтері', '859'],
  ['transport', 'Перевозка грузов', 'Жүк тасымалдау', '859'],
  ['cleaning', 'Уборка помещений', 'Үй-жайды тазалау', '859'],
  ['repair', 'Ремонт и обслуживание', 'Жөндеу және қызмет көрсету', '859'],
  ['software', 'Разработка программ', 'Бағдарлама әзірлеу', '859'],
  ['design', 'Дизайн', 'Дизайн', '859'],
  ['advertising', 'Маркетинг и реклама', 'Маркетинг және жарнама', '859'],
  ['text', 'Тексты и переводы', 'Мәтін және аударма', '859'],
  ['photo', 'Фото и видео', 'Фото және бейне', '859'],
  ['consulting', 'Консультации', 'Кеңес беру', '859'],
  ['teaching', 'Обучение', 'Оқыту', '859'],
  ['other', 'Прочие услуги', 'Басқа қызметтер', '859'],
] as const;

const UNITS = [
  ['service', 'услуга', 'қызмет'],
  ['hour', 'час', 'сағат'],
  ['day', 'день', 'күн'],
  ['month', 'месяц', 'ай'],
  ['piece', 'штука', 'дана'],
  ['order', 'заказ', 'тапсырыс'],
  ['trip', 'рейс', 'рейс'],
  ['km', 'км', 'км'],
  ['m2', 'м²', 'м²'],
  ['page', 'страница', 'бет'],
] as const;

/** Banks, categories, units and places. Runs at every start and changes only what is new or was renamed. */
export async function seedReference(db: Database): Promise<void> {
  await db
    .insertInto('banks')
    .values(banks.map((bank) => ({ ...bank, code: bank.bic })))
    .onConflict((oc) =>
      oc.column('bic').doUpdateSet((eb) => ({
        name_ru: eb.ref('excluded.name_ru'),
        name_kz: eb.ref('excluded.name_kz'),
        is_active: eb.ref('excluded.is_active'),
      })),
    )
    .execute();
  await db
    .insertInto('service_categories')
    .values(CATEGORIES.map(([code, name_ru, name_kz, knp]) => ({ code, name_ru, name_kz, knp })))
    .onConflict((oc) => oc.column('code').doNothing())
    .execute();
  await db
    .insertInto('units')
    .values(UNITS.map(([code, name_ru, name_kz]) => ({ code, name_ru, name_kz })))
    .onConflict((oc) => oc.column('code').doNothing())
    .execute();
  await keepPlaces(db, regions.flatMap(placesOf));
}

/** A region with its centre, whose own code is not known before the official list is brought in. */
function placesOf([kato, ru, kz, centre_ru, centre_kz]: (typeof regions)[number]) {
  const region = makePlace({ kato, level: 1, names_ru: [ru], names_kz: [kz] });
  if (!centre_ru || !centre_kz) return [region];
  const names_ru = [ru, `г. ${centre_ru}`];
  const names_kz = [kz, `${centre_kz} қ.`];
  return [region, makePlace({ kato: null, level: 2, names_ru, names_kz })];
}
