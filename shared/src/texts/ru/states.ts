import type { ActPeriod } from '../../features/acts/act-periods.ts';
import type { ActAction, ActStatus } from '../../features/acts/act-status.ts';
import type { RowStatus } from '../../features/jobs/jobs.contract.ts';
import type { DocumentStatus, DocumentType } from '../../features/documents/document-status.ts';

/** Names of states, deeds and kinds, used by the server's answers and by the screens alike. */
const states = {
  act: {
    draft: 'Черновик',
    sent: 'Отправлен',
    signed_by_business: 'Подписан заказчиком',
    signed_by_executor: 'Подписан исполнителем',
    signed: 'Подписан',
    returned: 'На исправлении',
    annulment_requested: 'Запрошено аннулирование',
    annulled: 'Аннулирован',
    paying: 'Оплачивается',
    paid: 'Оплачен',
  } satisfies Record<ActStatus, string>,
  act_action: {
    create: 'Создан',
    edit: 'Изменён',
    send: 'Отправлен исполнителю',
    sign: 'Подписан',
    return: 'Возвращён на исправление',
    recall: 'Отозван',
    annul: 'Аннулирование',
    refuse_annulment: 'Отказ в аннулировании',
    pay: 'Передан на оплату',
    settle: 'Оплачен',
    reject_payment: 'Платёж не прошёл',
    delete: 'Удалён',
    restore: 'Восстановлен поддержкой',
    attach: 'Добавлен файл',
    detach: 'Удалён файл',
    copy: 'Создан копированием',
    import: 'Создан из таблицы',
    correct: 'Создан для исправления оплаченного акта',
    generate: 'Создан по расписанию',
  } satisfies Record<ActAction | 'create' | 'copy' | 'import' | 'correct' | 'generate', string>,
  act_period: {
    monthly: 'Каждый месяц',
    twice_monthly: 'Два раза в месяц',
    weekly: 'Каждую неделю',
    quarterly: 'Каждый квартал',
  } satisfies Record<ActPeriod, string>,
  document: {
    draft: 'Черновик',
    sent: 'Отправлен',
    signed_by_business: 'Подписан заказчиком',
    signed_by_executor: 'Подписан исполнителем',
    signed: 'Действует',
    expired: 'Истёк',
    terminated: 'Расторгнут',
    refused: 'Отклонён',
    signed_by_hand: 'Подписан на бумаге',
    deleted: 'Удалён',
  } satisfies Record<DocumentStatus, string>,
  document_type: {
    services: 'Договор оказания услуг',
    gph: 'Договор ГПХ с физлицом',
    framework: 'Рамочный договор',
    addendum: 'Дополнительное соглашение',
    nda: 'Соглашение о неразглашении',
    other: 'Другое',
  } satisfies Record<DocumentType, string>,
  row: {
    waiting: 'В очереди',
    ok: 'Готово',
    failed: 'Ошибка',
    pending_proof: 'Подпись принята, ждём подтверждения НУЦ',
  } satisfies Record<RowStatus, string>,
  archive: {
    folder: 'Дополнительные файлы',
    missing: 'Этих файлов здесь нет. Откройте их на странице акта позже:',
    missing_file: 'Чего не хватает',
  },
  deleted: 'Удалено',
  signed_out: 'Вы вышли',
  preview_mark: 'ЧЕРНОВИК',
};

export default states;
