import type ru from '../ru/balances.ts';
import type { Texts } from '../texts.ts';

export default {
  title: 'Есеп айырысу',
  customers: 'Тапсырыс берушілермен есеп айырысу',
  failed: 'Есеп айырысу жүктелмеді',
  none: 'Әзірге есеп айырысу жоқ: ол қол қойылған актіден басталады.',
  accrued: 'Есептелді',
  withheld: 'Ұсталды',
  paid: 'Төленді',
  under_way: 'Жолда',
  to_pay: 'Төленуге тиіс',
  to_return: 'Қайтаруға тиіс',
  opening_due: 'Бастапқы қарыз',
  advance: 'Аванс',
  about:
    'Екі тарап қол қойған актілер бойынша есептелді. Тапсырыс беруші салық пен жарналарды ұстаса, олар АҚС шарты бойынша жеке тұлғаның төлемінен шегеріледі.',
  list: 'Шарттар бойынша',
  contract: 'Шарт',
  no_contract: 'Шартсыз',
  more: '{{total}} ішінен алғашқы {{shown}} көрсетілді',
  reconcile: 'Өзара есептерді салыстыру',
  income: 'Менің табысым және анықтама',
} satisfies Texts<typeof ru>;
