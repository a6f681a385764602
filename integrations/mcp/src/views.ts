import type {
  ActListItem,
  DocumentRow,
  ExecutorItem,
  Party,
  PaymentOrder,
} from '../../../sdk/ts/src/client.ts';
import { userText } from './user-text.ts';

/** Compact, and without phones and accounts: what is read here goes to the maker of the assistant. */
const nameOf = ({ name, display_name }: Party) => display_name ?? name;
/** Tells namesakes apart without giving the number away. */
const endOf = (bin: string) => bin.slice(-4);

export function actRow(act: ActListItem) {
  return {
    act_id: act.id,
    external_id: act.external_id,
    status: act.status.code,
    date: act.act_date,
    period: [act.start_date, act.end_date],
    amount: act.amount,
    open: act.open,
    contract_id: act.contract_id,
    executor_id: act.contractor_company.id,
    user_text: userText({
      number: act.number,
      title: act.title,
      executor: nameOf(act.contractor_company),
      additional_info: act.additional_info,
      reason: act.reason,
    }),
  };
}

export function contractRow(contract: DocumentRow) {
  return {
    contract_id: contract.id,
    external_id: contract.external_id,
    type: contract.type.code,
    status: contract.status.code,
    date: contract.date,
    term: [contract.start_date, contract.end_date],
    executor_id: contract.contractor_company.id,
    user_text: userText({
      number: contract.number,
      title: contract.title,
      executor: nameOf(contract.contractor_company),
      additional_info: contract.additional_info,
      reason: contract.reason,
    }),
  };
}

export function executorRow(executor: ExecutorItem) {
  return {
    executor_id: executor.executor_company_id,
    external_id: executor.external_id,
    status: executor.status,
    bin_ends: endOf(executor.bin),
    contract_id: executor.contract_document_id,
    contract_status: executor.contract_status,
    contract_until: executor.contract_valid_until,
    to_pay: executor.to_pay,
    user_text: userText({ name: executor.display_name ?? executor.company_name }),
  };
}

export function orderRow(order: PaymentOrder) {
  return {
    payment_id: order.id,
    number: order.number,
    status: order.status,
    amount: order.amount,
    withheld: order.withheld,
    act_id: order.act.id,
    executor_id: order.payee.company_id,
    made: order.created_at.slice(0, 10),
    settled: order.settled_on,
    needs_approval: order.needs_approval,
    needs_person: order.needs_person,
    user_text: userText({ payee: order.payee.name, purpose: order.purpose, reason: order.reason }),
  };
}
