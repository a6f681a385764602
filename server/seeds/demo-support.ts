import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import {
  TICKET_STATUS_IDS,
  TICKET_THEMES,
  type TicketStatus,
  type TicketTheme,
} from '@kelisim/shared/features/support/ticket-status.ts';
import type { App } from '../src/app.ts';
import { addAnswer } from '../src/features/support/answers.queries.ts';
import { openTicket } from '../src/features/support/open-ticket.ts';
import { setTicketStatus } from '../src/features/support/set-ticket-status.ts';
import { writeMessage } from '../src/features/support/write-message.ts';
import type { Actor, CompanyActor } from '../src/platform/actor.ts';
import type { Upload } from '../src/platform/http/uploads.ts';
import type { DemoMembers } from './demo-members.ts';
import { ADMINISTRATOR } from './demo-registration.ts';

interface DemoTicket {
  by: CompanyActor;
  theme: TicketTheme;
  text: string;
  with_picture?: boolean;
  /** The desk says the first, then they take turns. */
  talk?: string[];
  steps?: TicketStatus[];
}

/** A ticket in every state, of both companies and of executors, and the answers that the desk keeps ready. */
export async function makeDemoTickets({ parts }: App, { businesses, executors }: DemoMembers): Promise<void> {
  const desk = await findDesk(parts.db);
  const [alatau, dala] = businesses;
  const tickets: DemoTicket[] = [
    {
      by: dala!.actor,
      theme: 'idea',
      text: 'Актілер тізіміне орындаушының телефонын шығаруға бола ма? Тізімнен бірден қоңырау шалу ыңғайлы болар еді.',
      talk: ['Рақмет, жақсы ой. Келесі жаңартуға қостық: телефон орындаушының бетінде шығады.'],
      steps: ['resolved', 'closed'],
    },
    {
      by: executors[1]!.actor,
      theme: 'payments',
      text: 'Акт подписан обеими сторонами, а деньги ещё не пришли. Где посмотреть, когда оплатят?',
      talk: [
        'Здравствуйте! На главной в разделе «Деньги» видно, когда и куда придёт каждая сумма. По вашему акту заказчик ещё не отправил платёж.',
      ],
      steps: ['resolved'],
    },
    {
      by: alatau!.actor,
      theme: 'signing',
      text: 'NCALayer открывается, но ключа в списке нет. Ключ новый, получили вчера.',
      with_picture: true,
      talk: [
        'Здравствуйте! На снимке открыт раздел со старым ключом. Нажмите «Обзор» и выберите файл, имя которого начинается с GOST512. Получилось?',
      ],
      steps: ['waiting_for_user'],
    },
    {
      by: alatau!.actor,
      theme: 'acts',
      text: 'При загрузке актов из Excel пятая строка отклонена: «Договор не найден». Договор при этом действует.',
      talk: ['Здравствуйте! Смотрим ваш файл, ответим сегодня.', 'Хорошо, ждём. Файл тот же, второй лист.'],
    },
    {
      by: executors[0]!.actor,
      theme: 'access',
      text: 'Телефон нөмірім ауысты, ескі нөмірге код келмейді. Қалай өзгертемін?',
    },
  ];
  for (const ticket of tickets) {
    const { by, theme, text, with_picture, talk = [], steps = [] } = ticket;
    const files = with_picture ? { attachment1: makePicture() } : {};
    const theme_id = TICKET_THEMES.indexOf(theme) + 1;
    const id = await openTicket(parts, by, { theme_id, text }, files);
    for (const [at, words] of talk.entries())
      await writeMessage(parts, at % 2 === 0 ? desk : by, id, words, {});
    for (const step of steps) await setTicketStatus(parts, desk, id, TICKET_STATUS_IDS[step]);
  }
  for (const words of ready) await addAnswer(parts.db, words, desk.user_id);
}

const ready = [
  {
    title: 'Ключ не виден в NCALayer',
    text_ru:
      'Здравствуйте! Проверьте, что NCALayer запущен и обновлён, а файл ключа лежит не в архиве. Затем нажмите «Обзор» и выберите файл, имя которого начинается с GOST512. Если не получится, пришлите снимок окна.',
    text_kz:
      'Сәлеметсіз бе! NCALayer іске қосылып, жаңартылғанын және кілт файлы мұрағатта жатпағанын тексеріңіз. Содан кейін «Шолу» түймесін басып, атауы GOST512 деп басталатын файлды таңдаңыз. Шықпаса, терезенің суретін жіберіңіз.',
  },
  {
    title: 'Нужен номер акта',
    text_ru: 'Здравствуйте! Напишите, пожалуйста, номер акта, и мы сразу посмотрим, что с ним.',
    text_kz: 'Сәлеметсіз бе! Актінің нөмірін жазыңызшы, онымен не болғанын бірден қараймыз.',
  },
  {
    title: 'Сменить телефон',
    text_ru:
      'Здравствуйте! Откройте «Профиль», раздел «Безопасность», и нажмите «Сменить телефон». Код придёт на почту и на новый номер.',
    text_kz:
      'Сәлеметсіз бе! «Профиль» бетіндегі «Қауіпсіздік» бөлімін ашып, «Телефонды ауыстыру» түймесін басыңыз. Код поштаға және жаңа нөмірге келеді.',
  },
];

export async function findDesk(db: App['parts']['db']): Promise<Actor> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'full_name'])
    .where('email', '=', ADMINISTRATOR)
    .executeTakeFirstOrThrow();
  return {
    user_id: user.id,
    session_id: 0,
    full_name: user.full_name,
    iin: null,
    role_id: null,
    role: null,
    company_id: null,
    rights: new Set(),
    key: null,
    platform_rights: new Set(['support']),
    proof_at: null,
    locale: 'ru',
  };
}

const WIDTH = 480;
const HEIGHT = 270;

/** Something like a window with an empty list in it. */
function makePicture(): Upload {
  const lines = Buffer.alloc((WIDTH + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const border = x < 2 || y < 2 || x >= WIDTH - 2 || y >= HEIGHT - 2;
      const title = y < 32;
      const list = x > 40 && x < WIDTH - 40 && y > 70 && y < 200;
      const edge = list && (x < 43 || x > WIDTH - 44 || y < 73 || y > 197);
      const button = x > WIDTH - 150 && x < WIDTH - 40 && y > 220 && y < 250;
      lines[y * (WIDTH + 1) + 1 + x] = border || edge ? 140 : title ? 90 : button ? 110 : list ? 255 : 235;
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const bytes = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return {
    name: 'NCALayer.png',
    kind: 'png',
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
    read: async () => bytes,
  };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, sum]);
}
