import type ru from '../ru/faults.ts';
import type { Texts } from '../texts.ts';
import ui from './ui.ts';

/** The problems that pages find before they ask the server. */
const faults: Texts<typeof ru> = {
  'password.short': 'Кемінде он таңба керек. Бір-бірімен байланыссыз үш-төрт сөз жақсы жарайды.',
  'password.breached': 'Бұл құпиясөз ұрланғандар тізімінде бар. Басқасын ойлап табыңыз.',
  'password.known_words':
    'Құпиясөз атауға, қалаға, есімге не поштаға сүйеніп тұр: ондайды бірінші болып болжайды. Басқа сөздер қосыңыз.',
  'password.weak': 'Бұл құпиясөзді табу оңай. Қалғанымен байланыссыз тағы бір-екі сөз қосыңыз.',
  'password.differs': 'Құпиясөздер бірдей емес. Бір құпиясөзді екі рет енгізіңіз.',
  'act.correction_empty': 'Айырма нөлге тең. Бағаны не санын түзетіңіз.',
  'act.amount_too_small': 'Акт сомасы бір тиыннан аз.',
  'act.deductions_too_large':
    'Азайтулар қалған жолдардан кем емес, ал акт сомасы нөлден үлкен болуға тиіс. Оларды түзетіңіз.',
  'act.amount_too_large': 'Акт сомасы тым үлкен.',
  'act.dates_reversed': 'Кезеңнің соңы басынан ерте.',
  'act.outside_contract': 'Акт кезеңі шарт мерзімінен шығады ({{from}} – {{to}}).',
  'field.required': ui.faults.required,
  'field.too_long': ui.faults.too_long,
  'field.knp': ui.faults.knp,
  'field.services': 'Кемінде бір қызмет қосыңыз.',
  'field.services_many': 'Бір актіде 200 қызметтен аспайды.',
  'field.paper_letters':
    'Бұл таңбаларды құжатта көрсету мүмкін емес: {{letters}}. Оларды әріппен, цифрмен немесе кәдімгі белгімен ауыстырыңыз.',
  'field.date': 'КК.АА.ЖЖЖЖ түріндегі күн керек.',
  'field.money': ui.faults.money,
  'field.quantity': ui.faults.quantity,
};

export default faults;
