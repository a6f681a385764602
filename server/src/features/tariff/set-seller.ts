import type { TariffSeller } from '@kelisim/shared/features/tariff/tariff.contract.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { noteDeskDeed, whatChanged } from '../security-log/public.ts';
import { addSeller, findSeller, type SellerRow } from './tariff.queries.ts';

/** Says who issues the bills from now on; those issued before keep their seller. */
export async function setSeller(tx: Tx, actor: Actor, asked: TariffSeller): Promise<SellerRow> {
  const seller = {
    ...asked,
    name: asked.name.trim(),
    address: asked.address.trim(),
    bank_name: asked.bank_name.trim(),
  };
  const detail = whatChanged('seller', await findSeller(tx), seller);
  await addSeller(tx, { ...seller, set_by: actor.user_id });
  await noteDeskDeed(tx, actor, { kind: 'seller_changed', detail });
  return (await findSeller(tx))!;
}
