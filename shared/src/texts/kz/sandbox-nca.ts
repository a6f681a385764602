import type ru from '../ru/sandbox-nca.ts';
import type { Texts } from '../texts.ts';

export default {
  title: 'Оқу ҰКО-сы',
  sandbox:
    'Сынақ ортасы: ҰКО үнсіз қалғанда немесе сертификатты қайтарып алғанда Kelisim не істейтінін осы жерде тексеруге болады.',
  services: 'Қызметтер',
  service: {
    ocsp: 'OCSP: сертификат қайтарып алынған ба',
    crl: 'Қайтарып алынған сертификаттар тізімдері',
    tsp: 'Уақыт белгілері',
  },
  well: 'Жұмыс істеп тұр',
  fault: {
    slow: 'Баяу жауап береді',
    silent: 'Үнсіз',
    error: '500 қатесімен жауап береді',
    wrong_responder: 'Бөгде кілтпен қол қояды',
    unknown: 'Сертификатты білмейді',
    try_later: 'Кейінірек келуді сұрайды',
    stale: 'Тізім ескірген',
    refused: 'Белгі беруден бас тартады',
  },
  keys: 'Оқу кілттері',
  search: 'Аты-жөні немесе компания',
  found__other: '{{count}} кілт табылды',
  none: 'Мұндай кілт жоқ',
  good: '{{until}} дейін жарамды',
  ended: 'Мерзімі {{until}} бітті',
  revoked: '{{when}} қайтарып алынды',
  revoke: 'Қайтарып алу',
  issue: 'Жаңасын шығару',
  issue_ended: 'Мерзімі өткенмен ауыстыру',
  revoke_named: 'Қайтарып алу: {{name}}, {{algorithm}}',
  issue_named: 'Жаңасын шығару: {{name}}, {{algorithm}}',
  issue_ended_named: 'Мерзімі өткенмен ауыстыру: {{name}}, {{algorithm}}',
} satisfies Texts<typeof ru>;
