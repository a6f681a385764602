import type ru from '../ru/bin.ts';
import type { Texts } from '../texts.ts';

export default {
  title: 'Себет',
  lead: 'Жойылғандар осында 30 күн сақталады және бұрынғы қалпында қайтарылады. Одан кейін актіні тек қолдау қызметі қайтара алады.',
  views: 'Не жойылды',
  kind: { act: 'Актілер', contract: 'Шарттар', template: 'Үлгілер' },
  column: {
    name: 'Атауы',
    party: 'Орындаушы',
    amount: 'Сома',
    deleted: 'Жойылды',
    until: 'Сақталу мерзімі',
  },
  restore: 'Қайтару',
  restore_of: 'Қайтару: {{name}}',
  restored: 'Қайтарылды: {{name}}',
  empty: { act: 'Жойылған актілер жоқ', contract: 'Жойылған шарттар жоқ', template: 'Жойылған үлгілер жоқ' },
  empty_hint: 'Жойғаныңызды осы жерден қайтаруға болады.',
  to: { act: 'Актілерге', contract: 'Шарттарға', template: 'Үлгілерге' },
} satisfies Texts<typeof ru>;
