import type { Texts } from '../texts.ts';
import type ru from '../ru/differences.ts';

export default {
  title: 'Жабық айлар бойынша айырма',
  about:
    'Жабық айлар жабылған кездегі күйінде қалады. Мәртебе, шегерім немесе көрсеткіш өткен күнмен өзгертілсе, ұсталымдардың жабылғаннан қанша айырмасы болатыны осында көрінеді. Бұл айырма есепте бөлек өткізіледі.',
  none: '{{year}} жыл бойынша айырма жоқ.',
  nothing_closed: 'Әзірге бірде-бір ай жабылмаған.',
  failed: 'Айырманы есептеу мүмкін болмады',
  year: 'Жыл',
  download: 'Excel жүктеп алу',
  more: '{{total}} орындаушының {{shown}} көрсетілді. Қалғандары Excel файлында.',
  all: 'Барлығы өткізуге',
  was_now: 'жабық айда {{was}}, қазір {{now}}',
  because: 'Не өзгерді',
  month: 'Ай',
  person: 'Орындаушы',
  iin: 'ЖСН',
  total: 'Барлығы өткізуге',
  sheet: 'Айырма {{year}}',
  part: {
    opv_tiyn: 'МЗЖ',
    vosms_tiyn: 'МӘМСЖ',
    so_tiyn: 'ӘА',
    ipn_tiyn: 'ЖТС',
    self_employed_tiyn: 'Бірыңғай төлем',
  },
  column: { was: 'Жабық айда: {{part}}', now: 'Қазір: {{part}}', difference: 'Айырма: {{part}}' },
  why: {
    standing: 'орындаушының мәртебесі немесе белгілері',
    deduction: 'шегерім туралы өтініш',
    carry: 'шегерімді көшіру',
    figures: 'салық көрсеткіштері',
    year: 'жыл басынан бергі табыс немесе шегерімдер',
  },
} as const satisfies Texts<typeof ru>;
