/** The pages for those who write programs over the API; the guides themselves lie in web/public/developers. */
const developers = {
  title: 'Разработчикам',
  back: 'По-русски',
  language: 'Язык примера',
  guides: {
    'quick-start': 'Быстрый старт',
    sandbox: 'Песочница',
    authentication: 'Ключи и права',
    requests: 'Запросы и ошибки',
    events: 'События',
    webhooks: 'Вебхуки',
    n8n: 'n8n',
    'google-sheets': 'Google Таблицы',
    excel: 'Excel',
    '1c': '1С',
    assistants: 'Ассистенты',
    changelog: 'Список изменений',
  },
  reference: {
    title: 'Справочник',
    lead: 'Все вызовы, доступные ключу, с их правом. Описания вызовов – на английском. Этот же документ для программ:',
    search: 'Найти вызов',
    none: 'Такого вызова нет.',
    events: 'События',
    deprecated: 'Закончится.',
    name: 'В клиентах',
    in_path: 'В адресе',
    in_query: 'Параметры',
    in_header: 'Заголовки',
    body: 'Тело',
    answer: 'Ответ',
    required: 'обязательно',
    no_fields: 'Полей нет.',
    more: 'Показать поля',
  },
};

export default developers;
