import {
  Button,
  Checkbox,
  PasswordInput,
  Radio,
  SegmentedControl,
  Select,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { Card } from '../card.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { DateInput } from '../date-input.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ErrorState } from '../error-state.tsx';
import { FileDrop } from '../file-drop.tsx';
import { BinIinInput, IbanInput, PhoneInput } from '../id-inputs.tsx';
import { JobProgress } from '../job-progress.tsx';
import { KeyValue } from '../key-value.tsx';
import { MaskedInput } from '../masked-input.tsx';
import { Money } from '../money.tsx';
import { MoneyInput, NumberInput } from '../number-input.tsx';
import { PdfView } from '../pdf-view.tsx';
import { StatusDot } from '../status-dot.tsx';
import { Timeline } from '../timeline.tsx';
import { toasts } from '../toasts.ts';

/** The parts in groups: `?part=fields`, `states`, `pdf`, `dialog`, `toasts`. */
export function PartsSample({ part }: { part: string }) {
  const groups: Record<string, () => ReactNode> = {
    fields: () => <Fields />,
    states: () => <States />,
    pdf: () => <Pdf />,
    dialog: () => <Dialog />,
    toasts: () => <Toasts />,
  };
  return (
    <main style={{ maxWidth: 960, margin: '0 auto', padding: 16, display: 'grid', gap: 16 }}>
      <h1 className="k-visually-hidden">{part}</h1>
      {groups[part]?.()}
    </main>
  );
}

const now = Date.now();
const ago = (ms: number) => new Date(now - ms).toISOString();

function Fields() {
  const [values, setValues] = useState<Record<string, string>>({
    bin: '123456789012',
    phone: '+77011234567',
    money: '4812300.5',
  });
  const [files, setFiles] = useState<File[]>([new File(['x'.repeat(1_450_000)], 'Шарт № 17 (көшірме).pdf')]);
  const bind = (key: string) => ({
    value: values[key] ?? '',
    onChange: (value: string) => setValues((before) => ({ ...before, [key]: value })),
  });
  return (
    <>
      <Card title="Поля">
        <div
          style={{ display: 'grid', gap: 16, gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))' }}
        >
          <TextInput label="Название" description="Как в договоре" defaultValue="Услуги за октябрь" />
          <TextInput label="Ошибка" defaultValue="Ә" error="Напишите хотя бы три буквы" />
          <PasswordInput label="Пароль" defaultValue="секрет" />
          <BinIinInput {...bind('bin')} data-testid="bin" />
          <IbanInput {...bind('iban')} data-testid="iban" />
          <PhoneInput {...bind('phone')} data-testid="phone" />
          <MoneyInput label="Сумма" {...bind('money')} data-testid="money" />
          <NumberInput label="Количество" fraction={3} {...bind('quantity')} data-testid="number" />
          <DateInput label="Дата акта" {...bind('date')} data-testid="date" />
          <MaskedInput label="КНП" mask="###" {...bind('knp')} data-testid="mask" />
          <Select label="Вид" data={['Услуги', 'ГПХ', 'Рамочный']} defaultValue="Услуги" />
          <Textarea label="Примечание" defaultValue="Келісімшарт бойынша қызметтер" />
        </div>
        <div style={{ display: 'flex', gap: 24, flexWrap: 'wrap', marginTop: 16 }}>
          <Checkbox label="Ждут меня" />
          <Checkbox label="Выбрано" defaultChecked />
          <Radio label="Один" name="r" defaultChecked />
          <Radio label="Другой" name="r" />
          <SegmentedControl data={['Компания', 'ИП', 'Телефон']} />
        </div>
        <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap', marginTop: 16 }}>
          <Button>Подписать</Button>
          <Button variant="default">Отмена</Button>
          <Button variant="light">Ещё</Button>
          <Button variant="subtle">Тихо</Button>
          <Button color="bad">Аннулировать</Button>
          <Button disabled>Нельзя</Button>
          <Button loading>Ждём</Button>
        </div>
        <pre data-testid="values">{JSON.stringify(values)}</pre>
      </Card>
      <FileDrop
        label="Документы"
        kinds={['.pdf', '.docx']}
        max_bytes={10_000_000}
        max_count={3}
        files={files}
        onChange={setFiles}
        progress={0.4}
      />
    </>
  );
}

function States() {
  return (
    <>
      <Card>
        <EmptyState
          title="Здесь будут акты"
          hint="Создайте первый или загрузите из Excel."
          action={{ label: 'Создать акт', href: '/' }}
        />
      </Card>
      <Card>
        <ErrorState
          error={new ApiError(500, 'internal', 'Ошибка на нашей стороне.', { request_id: '01JABC' })}
          onRetry={() => undefined}
        />
      </Card>
      {(['search', 'people', 'money', 'talk'] as const).map((drawing) => (
        <Card key={drawing}>
          <EmptyState drawing={drawing} title={drawing} noAction="done" />
        </Card>
      ))}
      <Card title="Стороны" aside={<StatusDot tone="half" label="Подписан вами" />}>
        <KeyValue
          rows={[
            { label: 'Исполнитель', value: 'ИП Әбдірахманова Гүлнұр Серікқызы' },
            { label: 'ИИН', value: '950312400187', copy: '950312400187' },
            { label: 'Сумма', value: <Money amount="4812300.50" />, copy: '4812300.50' },
          ]}
        />
      </Card>
      <Card title="История">
        <Timeline
          entries={[
            {
              key: 1,
              at: ago(300_000),
              title: 'Подписан исполнителем',
              who: 'Әбдірахманова Г. С.',
              tone: 'half',
            },
            {
              key: 2,
              at: ago(9_000_000),
              title: 'Возвращён на исправление',
              who: 'Әбдірахманова Г. С.',
              note: 'Количество часов за 14 октября: было 6, а не 8.',
              tone: 'attention-ring',
            },
            {
              key: 3,
              at: '2026-10-31T05:00:00Z',
              title: 'Отправлен исполнителю',
              who: 'Ким А. В.',
              tone: 'accent',
            },
          ]}
        />
      </Card>
      <Card>
        <JobProgress
          title="Отправка актов"
          state="done"
          total={1000}
          done={1000}
          failed={3}
          onOnlyFailed={() => undefined}
          onRetryFailed={() => undefined}
          rows={[
            { key: 1, label: 'Акт 2026/18', status: 'ok', href: '/' },
            {
              key: 2,
              label: 'Акт 2026/19',
              status: 'failed',
              message: 'Договор закончился 30.09.2026. Продлите договор и отправьте снова.',
              href: '/',
            },
            { key: 3, label: 'Акт 2026/20', status: 'waiting' },
          ]}
        />
      </Card>
    </>
  );
}

function Pdf() {
  const [file, setFile] = useState<Blob>();
  useEffect(() => {
    void fetch('/sample.pdf').then(async (response) => setFile(await response.blob()));
  }, []);
  return <PdfView file={file} name="Акт 2026-18.pdf" />;
}

function Dialog() {
  return (
    <ConfirmDialog
      opened
      tone="bad"
      title="Аннулировать 37 актов?"
      confirmLabel="Аннулировать"
      onClose={() => undefined}
      onConfirm={() => Promise.reject(new ApiError(409, 'act.wrong_state', 'Акт уже оплачен.'))}
    >
      <p>Исполнители увидят причину. Вернуть аннулированный акт нельзя.</p>
      <Textarea label="Причина" data-autofocus />
    </ConfirmDialog>
  );
}

function Toasts() {
  useEffect(() => {
    toasts.success('Акт 2026/18 отправлен исполнителю', { title: 'Готово', timeout_ms: false });
    toasts.error('Попробуйте повторить позже', { title: 'Сервис недоступен', timeout_ms: false });
    toasts.warning('Договор закончится через три дня', { timeout_ms: 20_000 });
    toasts.info('Орындаушыға хабарлама жіберілді', { timeout_ms: 20_000 });
    toasts.question('Сохраните начатое и обновите страницу.', {
      title: 'Вышла новая версия',
      timeout_ms: false,
      action: { label: 'Обновить', run: () => undefined },
    });
  }, []);
  return null;
}
