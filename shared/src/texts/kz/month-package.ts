import type ru from '../ru/month-package.ts';
import type { Texts } from '../texts.ts';

export default {
  title: 'Айдың құжаттар топтамасы',
  about:
    'Бір мұрағат: айдың актілері, шарттары, шот-фактуралары, төлемдері мен салыстыру актілері, қолтаңба карточкаларымен, XLSX тізілімімен және мазмұнымен. Ай жабылғаннан кейін атаулар, мөлшерлемелер мен үлгілер ауысса да, ол өзгермейді.',
  month: 'Ай',
  download: 'Топтаманы жүктеу',
  file: 'kelisim-toptama-{{month}}.zip',
  contents: 'Мазмұны',
  register: 'Тізілім',
  lead: '{{company}}, БСН/ЖСН {{bin}}. {{from}} – {{to}} кезеңі үшін.',
  closed: 'Кезең {{moment}} жабылды: деректер баптаулардан енді өзгермейді.',
  open: 'Кезең жабылмаған: деректер әлі өзгеруі мүмкін.',
  count: 'Жазбалар: {{count}}',
  sum: 'сомасы {{sum}} теңге',
  empty: 'Бұл айда ештеңе жоқ.',
  missing: 'Қосу мүмкін болмады',
  missing_about: 'Бұл файлдар қазір жоқ. Топтаманы кейін қайта жүктеңіз немесе оларды құжат бетінен ашыңыз.',
  sections: {
    acts: 'Актілер',
    contracts: 'Шарттар',
    invoices: 'ЭШФ және ЭОЖА',
    payments: 'Төлемдер',
    reconciliations: 'Салыстыру актілері',
  },
  columns: {
    vat: 'Оның ішінде ҚҚС',
    contract: 'Шарт',
    files: 'Файлдар',
    place: 'Қайда тұр',
    turnover: 'Айналым күні',
    what: 'Негізі',
    order: 'Тапсырма',
  },
} satisfies Texts<typeof ru>;
