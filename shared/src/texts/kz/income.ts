import type ru from '../ru/income.ts';
import type { Texts } from '../texts.ts';

export default {
  title: 'Менің табысым',
  lead: 'Тапсырыс берушілер АҚС шарты бойынша сізге не төледі және не ұстады.',
  failed: 'Табыс жүктелмеді',
  empty: '{{year}} жылы жеке тұлғаға төлем болған жоқ',
  empty_hint: 'Табыс банк төлемді өткізген күні осында пайда болады.',
  year: 'Жыл',
  certificate: 'Табыс туралы анықтама',
  certificate_about:
    'Тапсырыс беруші жапқан айлар енді өзгермейді. Бір тапсырыс беруші бойынша анықтамаға ол қол қоя алады.',
  language: 'Анықтама тілі',
  languages: { ru: 'Орысша', kz: 'Қазақша' },
  of: 'Кім бойынша',
  all: 'Барлық тапсырыс беруші',
  download: 'Анықтаманы жүктеу',
  all_year: '{{year}} жыл бойынша барлығы',
  iin: 'ЖСН',
  bin: 'БСН/ЖСН',
  gross: 'Есептелді',
  opv: 'МЗЖ',
  vosms: 'МӘМСЖ',
  so: 'ӘА',
  ipn: 'ЖТС',
  withheld: 'Ұсталды',
  net: 'Төленді',
  total: 'Барлығы',
  closed: 'ай жабылған',
  kind: {
    payment: '№ {{number}} акт бойынша төлем',
    refund: '№ {{number}} акт бойынша қайтару',
    advance: 'Аванс, банктің № {{number}} операциясы',
  },
  late_of: '{{date}}, банк бойынша {{late}}: ол күн жабылып қойған',
  paper: {
    title: '{{year}} жылғы табыс туралы анықтама',
    made_on: 'Жасалған күні: {{date}}',
    about:
      'Азаматтық-құқықтық сипаттағы шарттар бойынша төленген күнгі табыс, теңгемен. Kelisim жүйесінде өткізілген төлемдер бойынша жасалды.',
    month: 'Ай',
    verdict: 'Барлығы {{sum}} ({{words}}) төленді.',
    signature: 'қолы, М. О.',
    page: '{pages} беттің {page}-беті',
    file: 'kelisim-tabys-anyqtamasy-{{iin}}-{{year}}.pdf',
  },
} satisfies Texts<typeof ru>;
