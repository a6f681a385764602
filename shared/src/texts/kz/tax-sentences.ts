import type ru from '../ru/tax-sentences.ts';
import type { Texts } from '../texts.ts';

export default {
  name: {
    opv: 'МЗЖ',
    opvr: 'ЖМЗЖ',
    vosms: 'МӘМСЖ',
    so: 'ӘА',
    deduction: 'Базалық шегерім',
    social_deduction: 'Әлеуметтік шегерім',
    taxed: 'Салық салынатын табыс',
    ipn: 'ЖТС',
    net: 'Төленеді',
  },
  rate: '{{of}} сомасының {{percent}} %-ы',
  and: 'және',
  sentence: '{{name}}: {{sum}}',
  not_due: '{{name}}: {{sum}} — {{why}}',
  from: '({{source}})',
  no_article: '(заңға сілтемесіз: тексеріңіз)',
  why: {
    lifted: 'бұл адамнан ұсталмайды',
    nonresident: 'бейрезидентке шегерім берілмейді',
    no_application: 'тапсырыс берушіде шегерімге өтініш немесе құжат жоқ',
    not_in_law: 'бұл күндері заңда мұндай жоқ',
    nothing_left: 'табыстан бұған ештеңе қалмады',
    used_up: 'осы жылдың шегерімі түгел пайдаланылған',
    nothing_taxed: 'салық салынатын табыс жоқ',
  },
  bound: {
    opv_cap_mzp: 'айына {{bound}} шегінен асқан табыс есепке кірмейді',
    vosms_cap_mzp: 'айына {{bound}} шегінен асқан табыс есепке кірмейді',
    so_cap_mzp: 'айына {{bound}} шегінен асқан табыс есепке кірмейді',
    so_floor_mzp: 'айына кемінде {{bound}} сомасынан есептеледі',
    ipn_high_above_mrp: 'жоғары мөлшерлеме жылына {{bound}} шегінен асқан табысқа қолданылады',
    deduction_mrp: 'айына {{bound}} беріледі',
    deduction_year_mrp: 'жылдық {{bound}} шегінен қалғаны осы',
    disability_1_2_mrp: 'жылдық {{bound}} шегінен қалғаны осы',
    disability_3_mrp: 'жылдық {{bound}} шегінен қалғаны осы',
    carried: 'өткен айлардан қалғанымен бірге {{bound}} беріледі',
    rest: 'табыстан бұдан артық қалмады',
  },
} as const satisfies Texts<typeof ru>;
