import type ru from '../ru/developers.ts';
import type { Texts } from '../texts.ts';

export default {
  title: 'Әзірлеушілерге',
  back: 'Қазақша',
  language: 'Мысалдың тілі',
  guides: {
    'quick-start': 'Жылдам бастау',
    sandbox: 'Сынақ ортасы',
    authentication: 'Кілттер мен құқықтар',
    requests: 'Сұраулар мен қателер',
    events: 'Оқиғалар',
    webhooks: 'Вебхуктер',
    n8n: 'n8n',
    'google-sheets': 'Google Кестелер',
    excel: 'Excel',
    '1c': '1С',
    assistants: 'Ассистенттер',
    changelog: 'Өзгерістер тізімі',
  },
  reference: {
    title: 'Анықтамалық',
    lead: 'Кілтке рұқсат етілген барлық шақырулар, әрқайсысының құқығымен. Шақырулар ағылшынша сипатталған. Бағдарламаларға арналған сол құжат:',
    search: 'Шақыруды табу',
    none: 'Мұндай шақыру жоқ.',
    events: 'Оқиғалар',
    deprecated: 'Қолданыстан шығады.',
    name: 'Клиенттерде',
    in_path: 'Мекенжайда',
    in_query: 'Параметрлер',
    in_header: 'Тақырыптар',
    body: 'Дене',
    answer: 'Жауап',
    required: 'міндетті',
    no_fields: 'Өрістері жоқ.',
    more: 'Өрістерді көрсету',
  },
} satisfies Texts<typeof ru>;
