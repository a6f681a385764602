import type { BinKind } from '../../features/bin/bin-kinds.ts';

/** Words of the bin: what was deleted and can be restored. */
const bin = {
  title: 'Корзина',
  lead: 'Удалённое лежит здесь 30 дней и возвращается таким, каким было. Потом вернуть акт может только поддержка.',
  views: 'Что удалено',
  kind: { act: 'Акты', contract: 'Договоры', template: 'Шаблоны' } satisfies Record<BinKind, string>,
  column: {
    name: 'Название',
    party: 'Исполнитель',
    amount: 'Сумма',
    deleted: 'Удалено',
    until: 'Хранится до',
  },
  restore: 'Вернуть',
  restore_of: 'Вернуть: {{name}}',
  restored: 'Возвращено: {{name}}',
  empty: {
    act: 'Удалённых актов нет',
    contract: 'Удалённых договоров нет',
    template: 'Удалённых шаблонов нет',
  },
  empty_hint: 'То, что вы удалите, можно будет вернуть отсюда.',
  to: { act: 'К актам', contract: 'К договорам', template: 'К шаблонам' },
};

export default bin;
