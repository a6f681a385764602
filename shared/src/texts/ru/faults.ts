import ui from './ui.ts';

/** The problems that pages find before they ask the server. */
const faults = {
  'password.short':
    'Нужно не меньше десяти символов. Хорошо подойдут три-четыре слова, не связанные между собой.',
  'password.breached': 'Этот пароль есть в списках украденных. Придумайте другой.',
  'password.known_words':
    'Пароль держится на названии, городе, имени или почте: такое подбирают первым. Добавьте другие слова.',
  'password.weak': 'Этот пароль легко подобрать. Добавьте ещё одно-два слова, не связанные с остальными.',
  'password.differs': 'Пароли не совпали. Введите один и тот же пароль дважды.',
  'act.correction_empty': 'Разница равна нулю. Исправьте цены или количество.',
  'act.amount_too_small': 'Сумма акта меньше одного тиына.',
  'act.deductions_too_large':
    'Уменьшения не меньше остальных строк, а сумма акта должна быть больше нуля. Исправьте их.',
  'act.amount_too_large': 'Сумма акта слишком велика.',
  'act.dates_reversed': 'Конец периода раньше его начала.',
  'act.outside_contract': 'Период акта выходит за срок договора ({{from}} – {{to}}).',
  'field.required': ui.faults.required,
  'field.too_long': ui.faults.too_long,
  'field.knp': ui.faults.knp,
  'field.services': 'Добавьте хотя бы одну услугу.',
  'field.services_many': 'В одном акте может быть не больше 200 услуг.',
  'field.paper_letters':
    'Эти символы нельзя показать в документе: {{letters}}. Замените их буквами, цифрами или обычными знаками.',
  'field.date': 'Нужна дата вида ДД.ММ.ГГГГ.',
  'field.money': ui.faults.money,
  'field.quantity': ui.faults.quantity,
};

export default faults;
