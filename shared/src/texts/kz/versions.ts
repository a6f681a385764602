import type ru from '../ru/versions.ts';
import type { Texts } from '../texts.ts';

export default {
  title: 'Не өзгерді',
  since: 'Алдыңғы нұсқа – {{moment}}',
  draft: 'Актіні қайта жібергеніңізде орындаушы осыны көреді.',
  same: 'Алдыңғы нұсқадан айырмашылығы жоқ.',
  same_draft: 'Әзірге ештеңе өзгерген жоқ: орындаушы сол нұсқаны алады.',
  unreadable: 'Алдыңғы нұсқа акт файлына деректері салынбай тұрғанда жасалған. Салыстыру мүмкін емес.',
  was: 'бұрын',
  is: 'енді',
  none: 'жоқ',
  added: 'Қосылды',
  removed: 'Алынып тасталды',
  changed: 'Өзгерді',
  fact: {
    contract: 'Шарт',
    act_date: 'Акт күні',
    period: 'Кезең',
    additional_info: 'Ескертпе',
    total: 'Акт сомасы',
    vat: 'Оның ішінде ҚҚС',
    withheld: 'Ұсталатын сома',
    net: 'Қолға тиеді',
  },
  net_hint: 'Бүгін төлесе: ұсталатын сома төленген айға байланысты.',
  contract_of: '{{date}} күнгі № {{number}}',
  no_vat: 'ҚҚС-сыз',
  line: {
    name: 'Қызмет',
    quantity: 'Саны',
    rate: 'Бағасы',
    amount: 'Құны',
    service_date: 'Қызмет күні',
  },
} satisfies Texts<typeof ru>;
