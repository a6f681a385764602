import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Kept, show } from '../../test/show.tsx';
import { FileDrop, type FileDropProps } from './file-drop.tsx';

const rules = { kinds: ['.pdf', '.docx'], max_bytes: 1_000, max_count: 2 };
const pdf = (name = 'акт.pdf', bytes = 10) => new File([new Uint8Array(bytes)], name);

async function drop(props: Partial<FileDropProps> = {}) {
  const heard = vi.fn<(files: File[]) => void>();
  const screen = await show(
    <Kept value={[] as File[]} heard={heard}>
      {(files, onChange) => <FileDrop label="Скан" {...rules} files={files} onChange={onChange} {...props} />}
    </Kept>,
  );
  const input = screen.container.querySelector<HTMLInputElement>('input[type=file]')!;
  return { screen, input, names: () => (heard.mock.lastCall?.[0] ?? []).map(({ name }) => name) };
}

function dropOn(input: HTMLInputElement, files: File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  input
    .closest('label')!
    .dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
}

describe('files', () => {
  it('are chosen, shown by name, and taken back', async () => {
    const { screen, input, names } = await drop();
    await userEvent.upload(input, [pdf()]);
    await expect.element(screen.getByText('акт.pdf')).toBeVisible();
    expect(names()).toEqual(['акт.pdf']);
    await screen.getByRole('button', { name: 'Убрать файл акт.pdf' }).click();
    expect(names()).toEqual([]);
  });

  it('are dragged', async () => {
    const { input, names } = await drop();
    dropOn(input, [pdf('а.pdf'), pdf('б.docx')]);
    await expect.poll(names).toEqual(['а.pdf', 'б.docx']);
  });

  it.each([
    [[pdf('картинка.png')], /«картинка.png» не подходит. Нужен файл PDF, DOCX/],
    [[pdf('большой.pdf', 1_001)], /«большой.pdf» больше/],
    [[pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf')], 'Можно приложить не больше 2'],
  ])('a wrong one of %o is refused with its reason', async (files, words) => {
    const { screen, input } = await drop();
    dropOn(input, files);
    await expect.poll(() => screen.getByRole('alert').element().textContent).toMatch(words);
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });

  it('a good one beside a wrong one is kept', async () => {
    const { input, names } = await drop();
    dropOn(input, [pdf('а.pdf'), pdf('б.exe')]);
    await expect.poll(names).toEqual(['а.pdf']);
  });

  it('the next one takes the place of a single one', async () => {
    const { input, names } = await drop({ max_count: 1 });
    dropOn(input, [pdf('а.pdf')]);
    await expect.poll(names).toEqual(['а.pdf']);
    dropOn(input, [pdf('б.pdf')]);
    await expect.poll(names).toEqual(['б.pdf']);
  });

  it('are not taken while it is off', async () => {
    const { input, names } = await drop({ disabled: true });
    dropOn(input, [pdf()]);
    expect(names()).toEqual([]);
    expect(input.disabled).toBe(true);
  });

  it('tell how far their sending has come', async () => {
    const { screen } = await drop({ progress: 0.42 });
    await expect.element(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '42');
  });

  it('show what the server said of them', async () => {
    const { screen } = await drop({ error: 'Файл под паролем' });
    await expect.poll(() => screen.getByRole('alert').element().textContent).toMatch('Файл под паролем');
  });
});
