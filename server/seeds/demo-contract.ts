import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { formatDate } from '@kelisim/shared/kernel/dates.ts';

export interface DemoContract {
  title: string;
  language: 'ru' | 'kz';
  customer: { name: string; bin: string };
  executor: { name: string; bin: string };
  service: string;
  start_date: string;
  end_date: string;
}

const template = readFileSync(new URL('./demo-contract.typ', import.meta.url), 'utf8');

/** Draws contracts of the demo data as PDF, as a company would upload them. */
export function makeContractPress(): (contract: DemoContract) => Uint8Array {
  const font = (weight: string) =>
    readFileSync(
      createRequire(import.meta.url).resolve(`@expo-google-fonts/noto-sans/${weight}/NotoSans_${weight}.ttf`),
    );
  const compiler = NodeCompiler.create({ fontArgs: [{ fontBlobs: [font('400Regular'), font('700Bold')] }] });
  return (contract) => {
    const data = contract.language === 'kz' ? inKazakh(contract) : inRussian(contract);
    const { result } = compiler.compile({
      mainFileContent: template,
      inputs: { data: JSON.stringify(data) },
    });
    if (!result) throw new Error('the demo contract does not compile');
    const pdf = Uint8Array.from(compiler.pdf(result));
    compiler.evictCache(0);
    return pdf;
  };
}

function inRussian(contract: DemoContract) {
  return {
    lang: 'ru',
    title: contract.title,
    place: 'г. Алматы',
    date: formatDate(contract.start_date),
    parts: [
      {
        title: '1. Предмет договора',
        lines: [
          `Исполнитель оказывает заказчику услуги: ${contract.service.toLowerCase()}. Объём и стоимость указываются в актах выполненных работ.`,
        ],
      },
      {
        title: '2. Приёмка и оплата',
        lines: [
          'Услуги принимаются по акту формы Р-1, который стороны подписывают электронной цифровой подписью.',
          'Заказчик оплачивает принятые услуги в течение пяти рабочих дней после подписания акта обеими сторонами.',
        ],
      },
      {
        title: '3. Срок действия',
        lines: [
          `Договор действует с ${formatDate(contract.start_date)} по ${formatDate(contract.end_date)}.`,
        ],
      },
    ],
    parties: [
      { role: 'Заказчик', name: contract.customer.name, number: `БИН ${contract.customer.bin}` },
      { role: 'Исполнитель', name: contract.executor.name, number: `ИИН ${contract.executor.bin}` },
    ],
  };
}

function inKazakh(contract: DemoContract) {
  return {
    lang: 'kk',
    title: contract.title,
    place: 'Астана қ.',
    date: formatDate(contract.start_date),
    parts: [
      {
        title: '1. Шарттың мәні',
        lines: [
          `Орындаушы тапсырыс берушіге қызмет көрсетеді: ${contract.service.toLowerCase()}. Көлемі мен құны орындалған жұмыстар актілерінде көрсетіледі.`,
        ],
      },
      {
        title: '2. Қабылдау және төлеу',
        lines: [
          'Қызметтер тараптар электрондық цифрлық қолтаңбамен қол қоятын Р-1 нысанындағы акт бойынша қабылданады.',
          'Тапсырыс беруші екі тарап актіге қол қойғаннан кейін бес жұмыс күні ішінде төлейді.',
        ],
      },
      {
        title: '3. Қолданылу мерзімі',
        lines: [
          `Шарт ${formatDate(contract.start_date)} бастап ${formatDate(contract.end_date)} дейін қолданылады.`,
        ],
      },
    ],
    parties: [
      { role: 'Тапсырыс беруші', name: contract.customer.name, number: `БСН ${contract.customer.bin}` },
      { role: 'Орындаушы', name: contract.executor.name, number: `ЖСН ${contract.executor.bin}` },
    ],
  };
}
