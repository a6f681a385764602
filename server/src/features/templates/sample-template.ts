import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/templates.ts';
import ru from '@kelisim/shared/texts/ru/templates.ts';
import { ZipFile } from 'yazl';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

interface Paragraph {
  text: string;
  bold?: boolean;
}

/** A short contract in Word that names fields, for somebody who has never made a template. */
export function makeSampleTemplate(locale: Locale): Promise<Uint8Array> {
  const { sample } = { ru, kz }[locale];
  return makeDocx([
    { text: sample.heading, bold: true },
    { text: sample.place },
    { text: sample.parties },
    { text: sample.subject },
    { text: sample.term },
    { text: sample.details, bold: true },
    { text: sample.customer },
    { text: sample.executor },
  ]);
}

async function makeDocx(paragraphs: Paragraph[]): Promise<Uint8Array> {
  const zip = new ZipFile();
  for (const [name, xml] of Object.entries(docxParts(paragraphs))) zip.addBuffer(Buffer.from(xml), name);
  zip.end();
  return Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>));
}

/** The parts a Word document cannot be without (ECMA-376-1, 11.2), around plain paragraphs. */
export function docxParts(paragraphs: Paragraph[]): Record<string, string> {
  const body = paragraphs.map(
    ({ text, bold }) =>
      `<w:p><w:pPr><w:spacing w:after="160"/></w:pPr><w:r><w:rPr><w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:cs="Times New Roman"/>${bold ? '<w:b/>' : ''}<w:sz w:val="24"/></w:rPr><w:t xml:space="preserve">${escape(text)}</w:t></w:r></w:p>`,
  );
  return {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${HEAD}<w:document xmlns:w="${WORD}"><w:body>${body.join('')}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="850" w:bottom="1134" w:left="1701" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr></w:body></w:document>`,
  };
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
