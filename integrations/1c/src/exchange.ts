import type { Answer, Kelisim } from '../../../sdk/ts/src/client.ts';
import { bookAct, bookInvoice, findBooked } from './book-act.ts';
import { bookPayment } from './book-payment.ts';
import { tryOne, type Exchange } from './one-run.ts';
import { pairContracts, pairExecutors } from './pair.ts';
import { sendActs, type ActDefaults } from './send-acts.ts';
import { BaseError, type Base } from './odata.ts';

export interface ExchangeOptions {
  kelisim: Kelisim;
  base: Base;
  defaults: ActDefaults;
  /** The place in the feed of events, kept between runs. */
  place: { read(): Promise<string | undefined>; write(place: string): Promise<void> };
}

/** One run; a run that is repeated changes nothing. Returns what a person has to decide. */
export async function runExchange({ kelisim, base, defaults, place }: ExchangeOptions): Promise<string[]> {
  const messages: string[] = [];
  // The feed begins with the first question: after it no event is lost.
  const opened = (await place.read()) ?? (await kelisim.events.list({ query: { limit: 1 } })).next;
  await place.write(opened);
  const { bin } = await kelisim.companies.own();
  const organizations = await base.find('Организации', {
    equal: { ПометкаУдаления: false, ИдентификационныйНомер: bin },
  });
  const [organization, another] = organizations;
  if (!organization || another)
    throw new BaseError(
      `Ключ принадлежит компании с БИН ${bin}. В базе должна быть одна организация с этим БИН.`,
      false,
    );
  const exchange: Exchange = {
    kelisim,
    base,
    organization: organization.id,
    tell: (message) => messages.push(message),
  };
  await pairExecutors(exchange);
  await pairContracts(exchange);
  await sendActs(exchange, defaults);
  // Few at a time: a run that breaks off repeats no more than these.
  for await (const { items, next } of kelisim.events({ after: opened, limit: 100, poll_ms: 0 })) {
    for (const { type, data } of items)
      await tryOne(exchange, `${type} ${data.id}`, () => takeEvent(exchange, type, data.id));
    await place.write(next);
  }
  return messages;
}

const UNDONE = new Set(['act.returned', 'act.recalled', 'act.annulled', 'act.payment_returned']);

async function takeEvent(exchange: Exchange, type: string, id: number): Promise<void> {
  const { kelisim, tell } = exchange;
  const readAct = (act_id: number): Promise<Answer<'acts.get'>> => kelisim.acts.get({ params: { act_id } });
  if (type === 'act.signed') await bookAct(exchange, await readAct(id));
  else if (type === 'payment.settled') {
    const { items } = await kelisim.payments.orders({ query: { id } });
    for (const order of items) await bookPayment(exchange, order);
  } else if (type === 'esf.registered') {
    const invoice = await kelisim.esf.get({ params: { esf_id: id } });
    if (invoice.registration_number)
      await bookInvoice(exchange, await readAct(invoice.act.id), invoice.registration_number);
  } else if (UNDONE.has(type)) {
    const act = await readAct(id);
    const booked = await findBooked(exchange, act);
    if (booked)
      tell(
        `Акт ${act.number} в Kelisim: «${act.status.name}». Решите, что делать с поступлением ${booked.id}.`,
      );
  }
}
