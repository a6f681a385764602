import { lookUp, type OpenApi, type Schema, type ShownCall } from './read-reference.ts';

export interface Sample {
  language: string;
  text: string;
}

/** What a sample asks for: the call with a value at each place that must have one. */
interface Asked {
  call: ShownCall;
  origin: string;
  /** With the required query. */
  path: string;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  /** Of JSON, or the texts of a form. */
  body: Record<string, unknown> | null;
  files: string[];
}

/** One call in each language of the guides: what is required and no more. */
export function samplesOf(call: ShownCall, document: OpenApi, origin: string): Sample[] {
  const asked = ask(call, document, origin);
  const samples = [
    { language: 'bash', text: curl(asked) },
    { language: 'typescript', text: typescript(asked) },
    { language: 'python', text: python(asked) },
    { language: 'php', text: php(asked) },
    { language: 'csharp', text: csharp(asked) },
  ];
  // A form in 1C is written byte by byte: the guide to 1C has it.
  return asked.files.length > 0 ? samples : [...samples, { language: 'bsl', text: bsl(asked) }];
}

function ask(call: ShownCall, document: OpenApi, origin: string): Asked {
  const valuesIn = (place: 'path' | 'query') =>
    Object.fromEntries(
      call.parameters
        .filter((one) => one.in === place && (one.required || place === 'path'))
        .map(({ name, schema }) => [name, exampleOf(schema, document)]),
    );
  const [params, query] = [valuesIn('path'), valuesIn('query')];
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
  ).toString();
  const body = call.body && ((call.body.example ?? exampleOf(call.body.schema, document)) as Asked['body']);
  const is_form = call.body?.media === 'multipart/form-data';
  const files = is_form ? filesOf(call.body?.schema ?? {}, document) : [];
  const texts = body && Object.entries(body).filter(([name]) => !files.includes(name));
  return {
    call,
    origin,
    path: search ? `${path}?${search}` : path,
    params,
    query,
    body: texts && Object.fromEntries(texts),
    files,
  };
}

const isFile = (schema: Schema, document: OpenApi) => lookUp(schema, document).format === 'binary';

function filesOf(schema: Schema, document: OpenApi): string[] {
  return Object.entries(lookUp(schema, document).properties ?? {})
    .filter(([, one]) => isFile(one, document))
    .map(([name]) => name);
}

/** A value that fits: of an object what is required, or its first field where nothing is. */
function exampleOf(schema: Schema, document: OpenApi): unknown {
  const found = lookUp(schema, document);
  if (found.examples) return found.examples[0];
  // An id of a form is a text of digits, which the clients take as a number.
  if (found.pattern && isOfDigits(new RegExp(found.pattern, 'u'))) return 1;
  const words = found.enum ?? found['x-extensible-enum'];
  if (words) return words[0];
  if (found.anyOf) return exampleOf(found.anyOf.find(({ type }) => type !== 'null') ?? {}, document);
  if (found.properties) {
    const names = found.required?.length ? found.required : Object.keys(found.properties).slice(0, 1);
    const properties = found.properties;
    return Object.fromEntries(names.map((name) => [name, exampleOf(properties[name] ?? {}, document)]));
  }
  switch ([found.type].flat()[0]) {
    case 'array':
      return [exampleOf(found.items ?? {}, document)];
    case 'integer':
    case 'number':
      return Math.max(found.minimum ?? 0, 1);
    case 'boolean':
      return true;
    case 'object':
      return {};
    default:
      return found.format === 'date'
        ? '2026-12-31'
        : found.format === 'date-time'
          ? '2026-12-01T00:00:00Z'
          : 'text';
  }
}

const isOfDigits = (pattern: RegExp) => pattern.test('1') && !pattern.test('text');

const single = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const double = (text: string) => JSON.stringify(text);
const indented = (text: string, by = '  ') => text.replaceAll('\n', `\n${by}`);

/** A value as a literal of a language: its lists, its objects, its words. */
interface Writing {
  text: (value: string) => string;
  list: [string, string];
  object: [string, string];
  pair: (name: string, value: string) => string;
  words: Record<'true' | 'false' | 'null', string>;
}

function written(value: unknown, how: Writing): string {
  const around = ([open, close]: [string, string], parts: string[]) =>
    parts.length === 0
      ? `${open}${close}`
      : `${open}${parts.map((part) => `\n  ${indented(part)},`).join('')}\n${close}`;
  if (typeof value === 'string') return how.text(value);
  if (value === true || value === false || value === null) return how.words[`${value}`];
  if (Array.isArray(value))
    return around(
      how.list,
      value.map((one) => written(one, how)),
    );
  if (typeof value !== 'object') return String(value);
  return around(
    how.object,
    Object.entries(value).map(([name, one]) => how.pair(name, written(one, how))),
  );
}

const PLAIN = { true: 'true', false: 'false', null: 'null' };
const TYPESCRIPT: Writing = {
  text: single,
  list: ['[', ']'],
  object: ['{', '}'],
  pair: (name, value) => `${name}: ${value}`,
  words: PLAIN,
};
const PYTHON: Writing = {
  text: double,
  list: ['[', ']'],
  object: ['{', '}'],
  pair: (name, value) => `${double(name)}: ${value}`,
  words: { true: 'True', false: 'False', null: 'None' },
};
const PHP: Writing = {
  text: single,
  list: ['[', ']'],
  object: ['[', ']'],
  pair: (name, value) => `${single(name)} => ${value}`,
  words: PLAIN,
};
const CSHARP: Writing = {
  text: double,
  list: ['new[] {', '}'],
  object: ['new {', '}'],
  pair: (name, value) => `${name} = ${value}`,
  words: { ...PLAIN, null: '(string)null' },
};

const FILE = 'file.pdf';

function curl({ call, origin, path, body, files }: Asked): string {
  const lines = [`curl -X ${call.method} -H "Authorization: Bearer $KELISIM_KEY"`];
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  if (files.length > 0) {
    for (const [name, value] of Object.entries(body ?? {}))
      lines.push(`-F ${quoted(`${name}=${formText(value)}`)}`);
    for (const name of files) lines.push(`-F ${name}=@${FILE}`);
  } else if (body) {
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`);
  }
  return [...lines, quoted(origin + path)].join(' \\\n  ');
}

/** A form has texts: of a list and an object their JSON. */
const formText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** `events` of a client is a walk through the feed; the call behind it is made by its name. */
function called(name: string, text: (name: string) => string, input: string): string {
  if (!name.startsWith('events.')) return `${name}(${input})`;
  return `call(${[text(name), input].filter(Boolean).join(', ')})`;
}

function given(asked: Asked, how: Writing, file: (name: string) => string): [string, string][] {
  const { params, query, body, files } = asked;
  return Object.entries({ params, query, body: body ?? {} })
    .filter(([, value]) => Object.keys(value).length > 0)
    .map(([name, value]): [string, string] => [name, written(value, how)])
    .concat(
      files.length > 0
        ? [
            [
              'files',
              `${how.object[0]} ${files.map((name) => how.pair(name, file(name))).join(', ')} ${how.object[1]}`,
            ],
          ]
        : [],
    );
}

function typescript(asked: Asked): string {
  const { call, origin, files } = asked;
  const parts = given(asked, TYPESCRIPT, () => `new File([await readFile('${FILE}')], '${FILE}')`);
  const input = parts.map(([name, value]) => `\n  ${name}: ${indented(value)},`).join('');
  return `${files.length > 0 ? "import { readFile } from 'node:fs/promises';\n" : ''}import { createClient } from '@kelisim/client';

const kelisim = createClient({ base_url: ${single(origin)}, key: process.env.KELISIM_KEY });
const answer = await kelisim.${called(call.name, single, input && `{${input}\n}`)};`;
}

function python(asked: Asked): string {
  const { call, origin, files } = asked;
  const parts = given(asked, PYTHON, () => `File("${FILE}", open("${FILE}", "rb").read())`);
  const input = parts.map(([name, value]) => `\n    ${name}=${indented(value, '    ')},`).join('');
  return `import os
from kelisim import ${files.length > 0 ? 'File, ' : ''}Kelisim

kelisim = Kelisim(os.environ["KELISIM_KEY"], ${double(origin)})
answer = kelisim.${called(call.name, double, input && `${input}\n`)}`;
}

function php({ call, origin, path, body, files }: Asked): string {
  const is_form = files.length > 0;
  const texts = Object.fromEntries(
    Object.entries(body ?? {}).map(([name, value]) => [name, formText(value)]),
  );
  const fields = is_form
    ? written(texts, PHP).replace(
        /\n?\]$/,
        `${files.map((name) => `\n  ${single(name)} => new CURLFile('${FILE}'),`).join('')}\n]`,
      )
    : body && `json_encode(${Object.keys(body).length > 0 ? written(body, PHP) : 'new stdClass()'})`;
  const headers = [`'Authorization: Bearer ' . getenv('KELISIM_KEY')`];
  if (body && !is_form) headers.push(`'Content-Type: application/json'`);
  return `$curl = curl_init(${single(origin + path)});
curl_setopt_array($curl, [
  CURLOPT_CUSTOMREQUEST => '${call.method}',
  CURLOPT_RETURNTRANSFER => true,
  CURLOPT_HTTPHEADER => [${headers.join(', ')}],${fields ? `\n  CURLOPT_POSTFIELDS => ${indented(fields)},` : ''}
]);
$text = curl_exec($curl);
$answer = json_decode($text, true);`;
}

function csharp({ call, origin, path, body, files }: Asked): string {
  const method = call.method.charAt(0) + call.method.slice(1).toLowerCase();
  const lines = [
    `var http = new HttpClient { BaseAddress = new Uri(${double(origin)}) };`,
    'http.DefaultRequestHeaders.Authorization =',
    '  new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("KELISIM_KEY"));',
    `var request = new HttpRequestMessage(HttpMethod.${method}, ${double(path)});`,
  ];
  if (files.length > 0) {
    lines.push('var form = new MultipartFormDataContent();');
    for (const [name, value] of Object.entries(body ?? {}))
      lines.push(`form.Add(new StringContent(${double(formText(value))}), ${double(name)});`);
    for (const name of files)
      lines.push(`form.Add(new ByteArrayContent(File.ReadAllBytes("${FILE}")), "${name}", "${FILE}");`);
    lines.push('request.Content = form;');
  } else if (body) lines.push(`request.Content = JsonContent.Create(${written(body, CSHARP)});`);
  const spaces = [
    ...(files.length > 0 ? ['System.IO'] : []),
    'System.Net.Http',
    'System.Net.Http.Headers',
    ...(body && files.length === 0 ? ['System.Net.Http.Json'] : []),
  ];
  return `using System;\n${spaces.map((one) => `using ${one};`).join('\n')}

${lines.join('\n')}
var response = await http.SendAsync(request);
var text = await response.Content.ReadAsStringAsync();`;
}

function bsl({ call, origin, path, body }: Asked): string {
  const text = (value: string) => `"${value.replaceAll('"', '""')}"`;
  const lines = [
    'Заголовки = Новый Соответствие;',
    'Заголовки.Вставить("Authorization", "Bearer " + Ключ);',
    ...(body ? ['Заголовки.Вставить("Content-Type", "application/json; charset=utf-8");'] : []),
    `HTTPЗапрос = Новый HTTPЗапрос(${text(path)}, Заголовки);`,
    ...(body ? [`HTTPЗапрос.УстановитьТелоИзСтроки(${text(JSON.stringify(body))});`] : []),
    `Соединение = Новый HTTPСоединение(${text(origin.replace(/^https?:\/\//, ''))}, 443, , , , 60, Новый ЗащищенноеСоединениеOpenSSL);`,
    `Ответ = Соединение.ВызватьHTTPМетод("${call.method}", HTTPЗапрос);`,
    'Чтение = Новый ЧтениеJSON;',
    'Чтение.УстановитьСтроку(Ответ.ПолучитьТелоКакСтроку());',
    'Итог = ПрочитатьJSON(Чтение);',
  ];
  return lines.join('\n');
}
