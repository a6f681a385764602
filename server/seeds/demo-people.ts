/** Made-up people and companies of the sandbox. Their numbers carry right check digits and belong to nobody. */

export interface DemoPerson {
  full_name: string;
  surname: string;
  first_name: string;
  patronymic: string;
  /** Eleven digits of the ИИН; the check digit is counted. */
  iin: string;
  email: string;
  phone: string;
}

export interface DemoBusiness {
  name: string;
  bin: string;
  address: string;
  phone: string;
  email: string;
  language: 'ru' | 'kz';
  executor_signs_first: boolean;
  bank: string;
  account: string;
  director: DemoPerson;
  employee: DemoPerson;
}

const person = (full_name: string, iin: string, email: string, phone: string): DemoPerson => {
  const [surname, first_name, patronymic] = full_name.split(' ') as [string, string, string];
  return { full_name, surname, first_name, patronymic, iin, email, phone };
};

export const businesses: readonly DemoBusiness[] = [
  {
    name: 'ТОО «Алатау Логистика»',
    bin: '18034001234',
    address: 'г. Алматы, Бостандыкский район, ул. Тимирязева, 42',
    phone: '+77273000101',
    email: 'office@alatau.example',
    language: 'ru',
    executor_signs_first: false,
    bank: 'KCJBKZKX',
    account: '0000000412345',
    director: person('Сәрсенов Ерлан Маратұлы', '78051430012', 'director@alatau.example', '+77011000101'),
    employee: person('Ким Ольга Викторовна', '85112340021', 'accountant@alatau.example', '+77011000102'),
  },
  {
    name: 'ТОО «Дала Медиа»',
    bin: '20014002345',
    address: 'Астана қ., Есіл ауданы, Мәңгілік Ел даңғылы, 55',
    phone: '+77172000202',
    email: 'office@dala.example',
    language: 'kz',
    executor_signs_first: true,
    bank: 'CASPKZKA',
    account: '0000000498765',
    director: person('Нұрғалиева Айгерім Серікқызы', '82030845003', 'director@dala.example', '+77011000201'),
    employee: person('Қасымов Дәурен Болатұлы', '90072530014', 'accountant@dala.example', '+77011000202'),
  },
];

export interface DemoExecutor extends DemoPerson {
  type: 'ip' | 'individual';
  /** The code of the work's category, the service, its unit and its rate in tenge. */
  work: { category: string; service: string; unit: string; rate: number };
  /** Which of the companies they work for. */
  companies: readonly number[];
}

const executor = (
  type: DemoExecutor['type'],
  name: string,
  iin: string,
  i: number,
  companies: number[],
  work: [string, string, string, number],
): DemoExecutor => ({
  ...person(name, iin, `executor${i}@demo.example`, `+7702200${String(i).padStart(4, '0')}`),
  type,
  companies,
  work: { category: work[0], service: work[1], unit: work[2], rate: work[3] },
});

export const executors: readonly DemoExecutor[] = [
  executor(
    'individual',
    'Ахметов Нұрлан Қайратұлы',
    '95041230011',
    1,
    [0],
    ['delivery', 'Доставка заказов по городу', 'order', 1_200],
  ),
  executor(
    'ip',
    'Петров Сергей Иванович',
    '80091230022',
    2,
    [0, 1],
    ['transport', 'Перевозка груза Алматы – Астана', 'trip', 185_000],
  ),
  executor(
    'individual',
    'Оспанова Гүлнар Ержанқызы',
    '88112945003',
    3,
    [0],
    ['cleaning', 'Уборка складских помещений', 'm2', 350],
  ),
  executor(
    'ip',
    'Цой Дмитрий Алексеевич',
    '91021830024',
    4,
    [0, 1],
    ['software', 'Доработка личного кабинета клиента', 'hour', 14_000],
  ),
  executor(
    'individual',
    'Жұмабаев Әлібек Тимурұлы',
    '99060750015',
    5,
    [0],
    ['delivery', 'Доставка документов', 'order', 1_500],
  ),
  executor(
    'ip',
    'Байжанова Динара Асқарқызы',
    '86051745016',
    6,
    [0],
    ['consulting', 'Консультации по таможенному оформлению', 'hour', 18_000],
  ),
  executor(
    'individual',
    'Ли Марина Сергеевна',
    '93082440007',
    7,
    [1],
    ['design', 'Макеты рекламных материалов', 'piece', 25_000],
  ),
  executor(
    'ip',
    'Әбдіқадыров Бауыржан Ғалымұлы',
    '84100130008',
    8,
    [0],
    ['repair', 'Обслуживание автопогрузчиков', 'service', 64_000],
  ),
  executor(
    'individual',
    'Сейітова Жанар Мұратқызы',
    '97012345009',
    9,
    [1],
    ['text', 'Перевод текстов на казахский язык', 'page', 3_200],
  ),
  executor(
    'ip',
    'Иванченко Павел Олегович',
    '79061530010',
    10,
    [0, 1],
    ['photo', 'Съёмка и монтаж видеороликов', 'day', 120_000],
  ),
  executor(
    'individual',
    'Құдайбергенова Ұлжан Өмірқызы',
    '96030845021',
    11,
    [0],
    ['cleaning', 'Уборка офиса', 'day', 12_000],
  ),
  executor(
    'individual',
    'Тілеубергенов Санжар Ілиясұлы',
    '00052350012',
    12,
    [0],
    ['delivery', 'Доставка посылок', 'order', 1_100],
  ),
  executor(
    'ip',
    'Соколова Анна Дмитриевна',
    '87072040013',
    13,
    [1],
    ['advertising', 'Ведение рекламных кампаний', 'month', 280_000],
  ),
  executor(
    'individual',
    'Мұқанов Рүстем Бекұлы',
    '92091130014',
    14,
    [0],
    ['transport', 'Перевозка по области', 'km', 420],
  ),
  executor(
    'ip',
    'Есенова Мәдина Нұрланқызы',
    '94040645015',
    15,
    [1],
    ['photo', 'Фотосъёмка мероприятий', 'hour', 30_000],
  ),
  executor(
    'individual',
    'Хан Владислав Юрьевич',
    '98121230016',
    16,
    [0, 1],
    ['software', 'Настройка учётной системы', 'hour', 11_500],
  ),
  executor(
    'ip',
    'Қожахметов Арман Жандосұлы',
    '83011730017',
    17,
    [0],
    ['repair', 'Ремонт холодильного оборудования', 'service', 92_500],
  ),
  executor(
    'individual',
    'Романова Екатерина Павловна',
    '95070740018',
    18,
    [1],
    ['teaching', 'Тренинги для продавцов', 'day', 85_000],
  ),
  executor(
    'individual',
    'Бекова Аяжан Дәулетқызы',
    '01020365009',
    19,
    [1],
    ['text', 'Статьи для сайта', 'piece', 18_000],
  ),
  executor(
    'ip',
    'Шарипов Тимур Рашидович',
    '81081830020',
    20,
    [0],
    ['other', 'Охрана стоянки', 'day', 9_500],
  ),
];
