import type { OtherRun } from '../../features/jobs/run-kinds.ts';

/** Words of the long works: what one's own bulk deeds have come to. */
const jobs = {
  title: 'Массовые действия',
  sub: 'Они идут на сервере: страницу и браузер можно закрыть.',
  list: 'Список массовых действий',
  kind: {
    'acts.create': 'Создание актов программой',
    'acts.import': 'Загрузка актов из таблицы',
    'acts.copy': 'Копирование актов',
    'acts.restore': 'Восстановление актов',
    'documents.sign': 'Подписание договоров',
    'documents.create': 'Создание договоров по шаблону',
    'documents.renew': 'Продление договоров',
    'documents.send': 'Отправка договоров',
    'documents.delete': 'Удаление договоров',
    'documents.restore': 'Восстановление договоров',
    'documents.send_link': 'Отправка ссылок на подпись договоров',
    'documents.take_over': 'Приём договоров с бумаги',
    'executors.stop': 'Приостановка исполнителей',
    'executors.resume': 'Возобновление работы с исполнителями',
    'executors.assign': 'Назначение ответственного',
    'reconciliations.send': 'Отправка актов сверки',
    'invitations.send': 'Приглашение исполнителей',
    'invitations.remind': 'Напоминания приглашённым',
    'invitations.repeat': 'Повторные приглашения',
    'invitations.cancel': 'Отмена приглашений',
  } satisfies Record<OtherRun, string>,
  started: 'Начато {{when}}',
  finished: 'Начато {{started}}, закончено {{finished}}',
  by_key: 'Начато API-ключом «{{key}}»',
  show_rows: 'Показать строки',
  hide_rows: 'Скрыть строки',
  rows_failed: 'Не удалось загрузить строки',
  row: 'Строка {{position}}',
  empty: 'Массовых действий пока не было',
  empty_hint:
    'Здесь видно, как идут отправка, подписание и оплата многих актов и загрузка таблиц, и какие строки не прошли.',
  empty_hint_executor: 'Здесь видно, как идут подписание и возврат многих актов и какие строки не прошли.',
  to_acts: 'К актам',
  running__one: 'Идёт {{count}} массовое действие: {{percent}}',
  running__few: 'Идут {{count}} массовых действия: {{percent}}',
  running__many: 'Идут {{count}} массовых действий: {{percent}}',
  running__other: 'Идут {{count}} массовых действия: {{percent}}',
};

export default jobs;
