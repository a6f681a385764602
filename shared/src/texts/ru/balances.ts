/** What was accrued, paid and is owed: the card of an executor, a contract and a customer. */
export default {
  title: 'Расчёты',
  customers: 'Расчёты с заказчиками',
  failed: 'Расчёты не загрузились',
  none: 'Расчётов пока нет: они начинаются с подписанного акта.',
  accrued: 'Начислено',
  withheld: 'Удержано',
  paid: 'Выплачено',
  under_way: 'На пути',
  to_pay: 'К выплате',
  to_return: 'К возврату',
  opening_due: 'Долг на начало',
  advance: 'Аванс',
  about:
    'Начислено по актам, которые подписали обе стороны. С физлица по ГПХ удерживаются налоги и взносы, если заказчик их удерживает.',
  list: 'По договорам',
  contract: 'Договор',
  no_contract: 'Без договора',
  more: 'Показаны первые {{shown}} из {{total}}',
  reconcile: 'Сверка расчётов',
  income: 'Мои доходы и справка',
};
