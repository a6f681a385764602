import type ru from '../ru/sandbox-newcomer.ts';
import type { Texts } from '../texts.ts';

export default {
  title: 'Сынақ ортасы',
  code: '{{code}} кодын қою',
  code_hint: 'Бұл жерден хабарлама ешқайда жіберілмейді, сондықтан код осында көрсетілген.',
  sample_hint: 'Ойдан шығарылған деректер: олар ешкімге тиесілі емес, бірақ оқу тізілімінде бар.',
  bin: '{{value}} БСН-ін қою',
  iin: '{{value}} ЖСН-ін қою',
  full_name: '{{value}} деген атты қою',
  phone: '{{value}} нөмірін қою',
  email: '{{value}} поштасын қою',
  iban: '{{value}} шотын қою',
  keys_hint: 'Оқу ЭЦҚ кілттері. Файлдың құпиясөзі: {{password}}. Кейін олар профиліңізде болады.',
  role_person: '{{name}} кілті',
  role_head: 'Басшының кілті',
  role_employee: 'Қызметкердің кілті',
  people_hint: 'Сынақ ортасындағы адамдардың оқу кілттері файлсыз әрі құпиясөзсіз ашылады.',
  owner: 'Кімнің кілті',
  gost512: 'ГОСТ оқу кілтін ашу',
  rsa: 'RSA оқу кілтін ашу',
  download: 'Жүктеп алу',
  download_named: '{{name}} жүктеп алу',
} satisfies Texts<typeof ru>;
