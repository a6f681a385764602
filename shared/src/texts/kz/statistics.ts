import type ru from '../ru/statistics.ts';
import type { Texts } from '../texts.ts';

export default {
  title: 'Статистика',
  failed: 'Статистиканы жинау мүмкін болмады',
  failed_hint: 'Актілер мен ақша орнында. Байланысты тексеріп, қайталап көріңіз.',
  business_empty: 'Бұл айларда актілер болған жоқ',
  business_empty_hint:
    'Басқа айларды таңдаңыз немесе акт жасаңыз: жібергеннен кейін мұнда сомалар мен мерзімдер шығады.',
  executor_empty: 'Бұл айларда сізге акт жіберілген жоқ',
  executor_empty_hint: 'Басқа айларды таңдаңыз. Тапсырыс беруші жібергенде жаңа актілер осында шығады.',
  period: 'Неше ай үшін',
  months__other: '{{count}} ай',
  until: 'Қай айға дейін',
  reconciliation: 'Өзара есептерді салыстыру',
  download: 'Excel жүктеп алу',
  file: 'kelisim-statistika-kz-{{from}}-{{to}}.xlsx',
  acts__other: '{{count}} акт',
  step: {
    made: 'Жасалды',
    sent: 'Жіберілді',
    signed: 'Екі тарап қол қойды',
    paid: 'Төленді',
  },
  received: 'Келді',
  time: {
    title: 'Қол қоюға қанша уақыт кетеді',
    about: 'Акт жіберілгеннен екінші қолға дейін орта есеппен, қол қойылған ай бойынша',
    none: 'Бұл айда ештеңеге қол қойылмады',
    soon: '6 минуттан аз',
    hours: '{{value}} сағ',
    days: '{{value}} күн',
    column: 'Қол қойылғанға дейінгі уақыт',
    column_hours: 'Қол қойылғанға дейінгі уақыт, сағат',
  },
  sums: {
    title: 'Айлар бойынша сомалар',
    about: 'Актінің күні бойынша',
    month: 'Ай',
    count: 'Акт саны',
    all: 'Барлығы',
  },
  business_parties: {
    title: 'Сомасы ең үлкен орындаушылар',
    party: 'Орындаушы',
    none: 'Бұл айларда қол қойылған акт жоқ',
  },
  executor_parties: {
    title: 'Сомасы ең үлкен тапсырыс берушілер',
    party: 'Тапсырыс беруші',
    none: 'Бұл айларда қол қойылған акт жоқ',
  },
  bin: 'БСН / ЖСН',
  share: '{{signed}} ішінен {{paid}} төленді',
  table: 'Кесте',
  bar: '{{month}}: қол қойылды {{signed}}, төленді {{paid}}',
  time_bar: '{{month}} айы: {{time}}',
} as const satisfies Texts<typeof ru>;
