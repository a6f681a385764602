/** Words of own views and of the look of lists; they come with their windows. */
export default {
  own_views: {
    menu: 'Свои подборки',
    save: 'Сохранить эту подборку',
    change: 'Переименовать «{{name}}»',
    make_default: 'Открывать «{{name}}» первой',
    not_default: 'Не открывать «{{name}}» первой',
    delete: 'Удалить «{{name}}»',
    delete_ask: 'Удалить подборку «{{name}}»?',
    delete_hint: 'Сам список останется на месте.',
    remove: 'Удалить',
    name: 'Название',
    name_hint: 'Фильтры и порядок строк запомнятся под этим названием на всех ваших устройствах.',
    keep: 'Сохранить',
    deleted: 'Подборка «{{name}}» удалена',
    changed: 'Подборка «{{name}}» изменена',
    saved: 'Подборка «{{name}}» сохранена',
  },
  look: {
    columns: 'Столбцы',
    density: 'Строки',
    compact: 'В одну строку',
    wide: 'Целиком',
    usual: 'Как было',
    up: 'Выше: {{name}}',
    down: 'Ниже: {{name}}',
  },
} as const;
