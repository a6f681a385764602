import type ru from '../ru/openings.ts';
import type { Texts } from '../texts.ts';

export default {
  title: 'Бастапқы қалдықтар',
  about:
    'Kelisim-ге дейінгі қарыздар мен аванстар. Олар салыстыруға және орындаушымен есеп айырысуға кіреді. Қарыз үзіндідегі орындаушыға жатқызылған шығыспен жабылады.',
  none: 'Қалдықтар әзірге қабылданған жоқ',
  failed: 'Қалдықтар жүктелмеді',
  take: 'Қалдықтарды қабылдау',
  template: 'Үлгіні жүктеп алу',
  day: 'Қай күнге',
  day_hint: 'Осы күннің басындағы қалдықтар.',
  drop: 'XLSX кестесі',
  right: 'Дұрыс жолдар: {{count}}',
  wrong: 'Қатесі бар жолдар: {{count}}',
  row: '{{row}}-жол',
  sums: 'Қарыз {{owed}}, аванс {{advance}}',
  sign_off: 'Қабылдап, растау',
  taken: 'Қалдықтар қабылданды',
  item: '{{date}} күніне: қарыз {{owed}}, аванс {{advance}}',
  made: '{{name}}, {{moment}}, жолдар: {{count}}',
  undo: 'Күшін жою',
  undo_title: 'Қалдықтардың күшін жоясыз ба?',
  undo_hint: 'Ештеңесі есепке алынбаса, күшін жойып, қайта қабылдауға болады.',
  why: 'Неге күшін жоясыз',
  undone: 'Қалдықтардың күші жойылды',
  undone_by: 'Күші жойылды: {{name}}, {{why}}',
  sheet: 'Қалдықтар',
  file: 'kelisim-qaldyqtar.xlsx',
  column: {
    bin: 'ЖСН/БСН',
    name: 'Орындаушы',
    contract: 'Шарт',
    owed: 'Қарыз (орындаушыға)',
    advance: 'Аванс (орындаушыға)',
  },
} satisfies Texts<typeof ru>;
