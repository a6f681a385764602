import type { ActDocument, ActParty } from '../pdf.ts';

/** An act with invented parties, for tests and measurements. */
export function makeSampleAct(changes: Partial<ActDocument> = {}): ActDocument {
  const public_id = changes.public_id ?? 'q3mV8yT0cXr5Kd2LwZ7NbA';
  return {
    public_id,
    number: '17',
    act_date: '2026-11-20',
    start_date: '2026-11-01',
    end_date: '2026-11-20',
    language: 'ru',
    check_url: `https://kelisim.example/verify/${public_id}`,
    customer: SAMPLE_CUSTOMER,
    executor: SAMPLE_EXECUTOR,
    contract: { title: 'Договор возмездного оказания услуг', number: 'КУ-2026/41', date: '2026-02-02' },
    services: [
      {
        name: 'Сопровождение бухгалтерского учёта',
        description: null,
        service_date: '2026-11-19',
        unit: 'час',
        quantity: '12.5',
        rate_tiyn: 1_500_000n,
        amount_tiyn: 18_750_000n,
      },
    ],
    total_tiyn: 18_750_000n,
    additional_info: null,
    vat: null,
    json: '{"form":"kz.r-1"}',
    ...changes,
  };
}

const SAMPLE_CUSTOMER: ActParty = {
  name: 'Товарищество с ограниченной ответственностью «Алатау Құрылыс»',
  bin: '180140012344',
  address: 'г. Алматы, Бостандыкский район, пр. Аль-Фараби, д. 77/8, офис 12',
  phone: '+7 727 000 00 01',
  email: 'office@alatau.example',
  director_name: 'Әбдірахманова Г. Қ.',
  director_position: 'Директор',
};

const SAMPLE_EXECUTOR: ActParty = {
  name: 'ИП Сейітқали Нұрлан Өмірұлы',
  bin: '900215300125',
  address: 'г. Астана, ул. Кенесары, д. 40, кв. 5',
  phone: '+7 701 000 00 02',
  email: null,
  director_name: 'Сейітқали Н. Ө.',
  director_position: 'Индивидуальный предприниматель',
};
