import type { Answer } from '../../../sdk/ts/src/client.ts';
import { pick } from './book-act.ts';
import { markOf, type Exchange } from './one-run.ts';
import { findOrMakeCounterparty } from './pair.ts';

type Order = Answer<'payments.orders'>['items'][number];
const NAME = 'ПлатежноеПоручениеИсходящее';

/** Makes a payment that waits to be posted; one that came from the bank already only gets its mark. */
export async function bookPayment(exchange: Exchange, order: Order): Promise<void> {
  const { base, organization } = exchange;
  const mark = markOf('payment', order.id);
  if ((await base.find(NAME, { equal: {}, comment: mark })).length > 0) return;
  const counterparty = await findOrMakeCounterparty(exchange, order.payee.bin, order.payee.name);
  const whose = { Организация: organization, Контрагент: counterparty };
  const paid = { СуммаДокумента: Number(order.settled_amount), ДатаВыписки: order.settled_on };
  const same = await base.find(NAME, { equal: { ПометкаУдаления: false, ...whose, ...paid } });
  const unmarked = same.find(
    ({ Комментарий: comment }) => !String(comment ?? '').includes('Kelisim payment'),
  );
  if (unmarked) {
    const comment = `${mark} ${String(unmarked.Комментарий ?? '')}`.trim();
    return base.update(NAME, unmarked.id, { Комментарий: comment });
  }
  const samples = { equal: { ПометкаУдаления: false, ...whose }, newest_first: true };
  const [sample] = await base.find(NAME, samples);
  await base.create(NAME, {
    Дата: order.settled_on,
    ...whose,
    ...paid,
    Оплачено: true,
    КодНазначенияПлатежа: order.knp,
    НазначениеПлатежа: order.purpose,
    Комментарий: mark,
    ...pick<typeof NAME>(sample, ['СчетОрганизации', 'СчетКонтрагента']),
  });
}
