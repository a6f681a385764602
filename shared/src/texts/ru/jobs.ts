import type { RunKind } from '../../features/jobs/jobs.contract.ts';

/** Words of the long works: what one's own bulk deeds have come to. */
const jobs = {
  title: 'Работы',
  sub: 'Массовые действия идут на сервере: страницу и браузер можно закрыть.',
  list: 'Список работ',
  kind: {
    'acts.import': 'Загрузка актов из таблицы',
    'acts.send': 'Отправка актов',
    'acts.sign': 'Подписание актов',
    'acts.pay': 'Оплата актов',
    'acts.annul': 'Аннулирование актов',
    'acts.delete': 'Удаление актов',
    'documents.sign': 'Подписание договоров',
  } satisfies Record<RunKind, string>,
  started: 'Начато {{when}}',
  finished: 'Начато {{started}}, закончено {{finished}}',
  show_rows: 'Показать строки',
  hide_rows: 'Скрыть строки',
  rows_failed: 'Не удалось загрузить строки',
  row: 'Строка {{position}}',
  empty: 'Работ пока не было',
  empty_hint:
    'Здесь видно, как идут массовые отправка, подписание, оплата и загрузка таблиц, и какие строки не прошли.',
  to_acts: 'К актам',
  running__one: 'Идёт {{count}} работа: {{percent}}',
  running__few: 'Идут {{count}} работы: {{percent}}',
  running__many: 'Идут {{count}} работ: {{percent}}',
  running__other: 'Идут {{count}} работы: {{percent}}',
};

export default jobs;
