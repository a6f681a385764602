/** Words around a paper; they come with it. */
export default {
  pdf: {
    label: 'Документ PDF',
    page_of: 'Страница {{page}} из {{pages}}',
    zoom_in: 'Крупнее',
    zoom_out: 'Мельче',
    fit: 'По ширине',
    download: 'Скачать',
    print: 'Печать',
    failed: 'Не удалось показать документ',
    failed_hint: 'Файл цел. Скачайте его и откройте на устройстве.',
    digest: 'SHA-256 файла',
    digest_same: 'Это тот самый файл, который подписывают.',
    digest_other: 'На экране не тот файл, который подписывают. Обновите страницу.',
  },
  neighbours: {
    label: 'Соседние документы списка',
    place: '{{place}} из {{total}}',
    previous: 'Предыдущий',
    next: 'Следующий',
  },
  paper_number: {
    number: 'Номер договора',
    number_hint: 'Как на бумаге. Если пусто, следующий по счёту.',
    number_many:
      'Если пусто, следующие по счёту. Свой вид: ГПХ-{{counted}}/2026, где {{counted}} это счётчик.',
    agreement_number: 'Номер соглашения',
    agreement_date: 'Дата соглашения',
    date: 'Дата договора',
    date_hint: 'Как на бумаге. Если пусто, первый день срока.',
  },
  peek: {
    place: '{{place}} из {{total}}',
    label: 'Просмотр документа',
    previous: 'Предыдущий',
    next: 'Следующий',
    open: 'Открыть',
    close: 'Закрыть просмотр',
  },
} as const;
