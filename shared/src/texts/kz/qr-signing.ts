import type ru from '../ru/qr-signing.ts';
import type { Texts } from '../texts.ts';

export default {
  meta: {
    number: 'Нөмірі',
    party: 'Екінші тарап',
    amount: 'Сомасы',
    sha256: 'SHA-256',
  },
  title: 'Телефонмен қол қою',
  steps: {
    label: 'Қалай қол қоюға болады',
    open: 'Телефонда eGov Mobile немесе eGov Business қосымшасын ашыңыз',
    scan: '«QR» түймесін басып, камераны кодқа бағыттаңыз',
    sign: 'Құжаттарды қарап шығып, қол қойыңыз',
  },
  picture: 'eGov Mobile арқылы қол қоюға арналған QR-код',
  left: 'Код тағы {{time}} жарамды',
  documents__other: '{{count}} құжат',
  making: 'Код дайындалып жатыр…',
  here: {
    mobile: 'eGov Mobile ашу',
    business: 'eGov Business ашу',
    other: 'Немесе кодты басқа телефонмен оқыңыз:',
    sandbox: 'Оқу телефонын ашу',
    sandbox_hint: 'Тек сынақ ортасында: eGov Mobile сияқты код оқып, қол қоятын бет.',
  },
  scanned: 'Код оқылды',
  scanned_hint: 'Қол қоюды телефонда растаңыз.',
  opened: 'Құжаттар телефонда',
  opened_hint: 'Оларды қарап шығып, қосымшада қол қойыңыз.',
  signing: 'Қолтаңбалар тексерілуде…',
  signed: 'Қол қойылды',
  signed_hint__other: '{{count}} құжаттағы қолтаңба тексеріліп, қабылданды.',
  partly: '{{total}} құжаттан {{ok}} құжатқа қол қойылды',
  refused: 'Қолтаңба қабылданбады',
  refused_hint: 'Құжаттар өзгерген жоқ. Телефонда қайталап көріңіз немесе жаңа код алыңыз.',
  cancelled: 'Телефонда қол қоюдан бас тартылды',
  cancelled_hint: 'Ешқандай құжатқа қол қойылған жоқ.',
  expired: 'Кодтың уақыты өтті',
  expired_hint:
    'Ешқандай құжатқа қол қойылған жоқ. Кодты басқа біреу пайдаланбауы үшін ол бес минут қана жарамды.',
  new_code: 'Жаңа код',
  errors: 'Қол қойылмаған құжаттар',
} satisfies Texts<typeof ru>;
