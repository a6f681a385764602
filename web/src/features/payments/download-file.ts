import type { PaymentFile } from '@kelisim/shared/features/payments/payment-files.contract.ts';
import { api } from '../../platform/api.ts';
import { saveFile } from '../../ui/save-file.ts';

export async function downloadFile({ id: payment_file_id }: Pick<PaymentFile, 'id'>): Promise<void> {
  const file = (await api.call('payments.file', { params: { payment_file_id } })) as File;
  saveFile(file, file.name);
}
