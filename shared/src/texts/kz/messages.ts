import type { Texts } from '../texts.ts';
import type ru from '../ru/messages.ts';

const messages: Texts<typeof ru> = {
  code: {
    sms: 'Kelisim: {{code}} коды. 10 минут жарамды, ешкімге айтпаңыз.',
    subject: 'Растау коды: {{code}}',
    email:
      'Сәлеметсіз бе!\n\nРастау кодыңыз: {{code}}\nОл 10 минут жарамды. Оны ешкімге айтпаңыз: Kelisim қызметкерлері код сұрамайды.\n\nЕгер сіз ештеңе сұрамаған болсаңыз, бұл хатты жоя салыңыз.',
  },
  credential_changed: {
    in_app: 'Тіркелгіңізде өзгертілді: {{what}}',
    sms: 'Kelisim: тіркелгіңізде өзгертілді: {{what}}. Сіз емес пе? Қайтарып алу: {{link}}',
    subject: 'Тіркелгіңізде өзгертілді: {{what}}',
    email:
      'Сәлеметсіз бе!\n\nТіркелгіңізде өзгертілді: {{what}}.\nҚашан: {{when}}. Қайдан: {{where}}.\n\nЕгер бұл сіз болмасаңыз, дереу қолжетімділікті қалпына келтіріңіз: {{link}}',
  },
  suspicious_sign_in: {
    in_app: 'Біреу тіркелгіңізге бірнеше рет кіре алмады ({{when}}, {{where}})',
    sms: 'Kelisim: тіркелгіңізге бірнеше рет кіре алмады. Сіз емес пе? {{link}}',
    subject: 'Сәтсіз кіру әрекеттері',
    email:
      'Сәлеметсіз бе!\n\nБіреу тіркелгіңізге бірнеше рет кірмек болып, кіре алмады.\nҚашан: {{when}}. Қайдан: {{where}}.\n\nЕгер бұл сіз болсаңыз, ештеңе істеудің қажеті жоқ. Болмасаңыз, құпиясөзді ауыстырыңыз: {{link}}',
  },
  new_device: {
    in_app: 'Жаңа құрылғыдан кірді ({{when}}, {{where}})',
    sms: 'Kelisim: жаңа құрылғыдан кірді. Сіз емес пе? {{link}}',
    subject: 'Жаңа құрылғыдан кіру',
    email:
      'Сәлеметсіз бе!\n\nТіркелгіңізге жаңа құрылғыдан кірді.\nҚашан: {{when}}. Қайдан: {{where}}.\n\nЕгер бұл сіз болмасаңыз, сол сеансты аяқтап, құпиясөзді ауыстырыңыз: {{link}}',
  },
  registration_approved: {
    sms: 'Kelisim: {{company}} тексерілді. Кіру: {{link}}',
    subject: 'Компания тексерілді, жұмыс істеуге болады',
    email: 'Сәлеметсіз бе!\n\n{{company}} компаниясы тексерілді. Енді кіріп, жұмыс істей аласыз: {{link}}',
  },
  registration_refused: {
    sms: 'Kelisim: тексеруден өтпеді: {{reason}}. Түзету: {{link}}',
    subject: 'Тексеруден өтпеді',
    email:
      'Сәлеметсіз бе!\n\n{{company}} компаниясын растай алмадық.\nСебебі: {{reason}}\n\nДеректерді түзетіп, қайта жіберу: {{link}}',
  },
  executor_invited: {
    sms: '{{company}} сізді Kelisim-де шартқа қол қоюға шақырады: {{link}}',
    subject: '{{company}} сізді шартқа қол қоюға шақырады',
    email:
      'Сәлеметсіз бе!\n\n{{company}} сізді Kelisim арқылы жұмыс істеуге және шартқа қол қоюға шақырады.\n\nБастау: {{link}}',
  },
  employee_invited: {
    sms: '{{company}} сізді Kelisim-ге шақырады: {{link}}',
    subject: '{{company}} сізді Kelisim-ге шақырады',
    email:
      'Сәлеметсіз бе!\n\n{{company}} сізді қызметкер ретінде шақырады.\nШақыруды қабылдау (сілтеме 7 күн жарамды): {{link}}',
  },
  ticket_answered: {
    in_app: 'Қолдау қызметі № {{number}} өтінішке жауап берді',
    sms: 'Kelisim: № {{number}} өтінішке қолдау қызметі жауап берді: {{link}}',
    subject: '№ {{number}} өтінішке қолдау қызметі жауап берді',
    email:
      'Сәлеметсіз бе!\n\nKelisim қолдау қызметі № {{number}} өтінішіңізге жауап берді.\n\nОқу және жауап беру: {{link}}',
  },
  contract_ends: {
    in_app: '№ {{number}} шарт ({{party}}) {{date}} дейін қолданылады',
    sms: 'Kelisim: № {{number}} шарт ({{party}}) {{date}} дейін қолданылады: {{link}}',
    subject: '№ {{number}} шарт {{date}} дейін қолданылады',
    email:
      'Сәлеметсіз бе!\n\n{{party}} тарапымен жасалған № {{number}} шарт {{date}} дейін қолданылады. Жұмыс жалғасса, оны алдын ала ұзартыңыз.\n\nШартты ашу: {{link}}',
  },
  contract_signed_by_hand: {
    in_app: '{{party}}: № {{number}} шартқа қағазда қол қойылған. {{date}} дейін растаңыз немесе даулаңыз',
    sms: '{{party}}: № {{number}} шартқа қағазда қол қойылған. {{date}} дейін растаңыз не даулаңыз: {{link}}',
    subject: '№ {{number}} шартқа қағазда қол қойылғанын растаңыз',
    email:
      'Сәлеметсіз бе!\n\n{{party}} № {{number}} шартқа қағазда қол қойылғанын белгілеп, сканерін қоса берді.\n\nОны қарап, растаңыз немесе даулаңыз. {{date}} дейін қарсылық болмаса, шартқа қол қойылды деп саналады.\n\nШартты ашу: {{link}}',
  },
  contract_disputed: {
    in_app: '{{party}} № {{number}} шарттағы қолды даулайды',
    sms: 'Kelisim: {{party}} № {{number}} шарттағы қолды даулайды: {{link}}',
    subject: '№ {{number}} шарттағы қол дауланды',
    email:
      'Сәлеметсіз бе!\n\n{{party}} № {{number}} шарттың астындағы қағаздағы қолды мойындамайды. Қолдау қызметі шешкенше ол бойынша жаңа төлемдер тоқтатылды.\n\nШартты ашу: {{link}}',
  },
  contract_dispute_decided: {
    in_app: '№ {{number}} шарт ({{party}}) туралы дау бойынша шешім бар',
    sms: 'Kelisim: № {{number}} шарт туралы дау бойынша шешім бар: {{link}}',
    subject: '№ {{number}} шарт туралы дау бойынша шешім',
    email:
      'Сәлеметсіз бе!\n\nҚолдау қызметі № {{number}} шарттағы ({{party}}) қол туралы дауды шешті. Шешімі мен себебі: {{link}}',
  },
  contract_terminated: {
    in_app: '{{party}} № {{number}} шартты бұзады',
    sms: 'Kelisim: {{party}} № {{number}} шартты бұзады: {{link}}',
    subject: '№ {{number}} шарт бұзылды',
    email: 'Сәлеметсіз бе!\n\n{{party}} № {{number}} шартты бұзды. Себебі шарттың бетінде: {{link}}',
  },
  act_sent: {
    in_app: 'Қол қоюға: {{what}}. {{party}}',
    sms: 'Kelisim: {{party}}, қол қоюға: {{what}}. {{link}}',
    subject: 'Қол қоюға: {{what}}',
    email: 'Сәлеметсіз бе!\n\n{{party}} сізге қол қоюға жіберді: {{what}}.\n\nҚарап, қол қою: {{link}}',
  },
  act_signed: {
    in_app: 'Қол қойылды: {{what}}. {{party}}',
    sms: 'Kelisim: {{party}}, қол қойылды: {{what}}. {{link}}',
    subject: 'Қол қойылды: {{what}}',
    email: 'Сәлеметсіз бе!\n\nЕкінші тарап ({{party}}) қол қойды: {{what}}.\n\nАшу: {{link}}',
  },
  act_returned: {
    in_app: 'Түзетуге қайтарылды: {{what}}. {{party}}',
    sms: 'Kelisim: {{party}}, қайтарылды: {{what}}. {{link}}',
    subject: 'Түзетуге қайтарылды: {{what}}',
    email:
      'Сәлеметсіз бе!\n\n{{party}} түзетуге қайтарды: {{what}}. Себебі актінің бетінде.\n\nАшу: {{link}}',
  },
  act_annulled: {
    in_app: 'Күшін жою: {{what}}. {{party}}',
    sms: 'Kelisim: {{party}}, күшін жою: {{what}}. {{link}}',
    subject: 'Күшін жою: {{what}}',
    email:
      'Сәлеметсіз бе!\n\n{{party}} күшін жояды: {{what}}. Актіге екі тарап қол қойған болса, жауабыңыз керек.\n\nАшу: {{link}}',
  },
  act_paid: {
    in_app: 'Төленді: {{what}}. {{party}}',
    sms: 'Kelisim: {{party}}, төленді: {{what}}. {{link}}',
    subject: 'Төленді: {{what}}',
    email: 'Сәлеметсіз бе!\n\n{{party}} төледі: {{what}}.\n\nАшу: {{link}}',
  },
  contract_sent: {
    in_app: 'Қол қоюға: {{what}}. {{party}}',
    sms: 'Kelisim: {{party}}, қол қоюға: {{what}}. {{link}}',
    subject: 'Қол қоюға: {{what}}',
    email: 'Сәлеметсіз бе!\n\n{{party}} сізге қол қоюға жіберді: {{what}}.\n\nҚарап, қол қою: {{link}}',
  },
  contract_signed: {
    in_app: 'Қол қойылды: {{what}}. {{party}}',
    sms: 'Kelisim: {{party}}, қол қойылды: {{what}}. {{link}}',
    subject: 'Қол қойылды: {{what}}',
    email: 'Сәлеметсіз бе!\n\nЕкінші тарап ({{party}}) қол қойды: {{what}}.\n\nАшу: {{link}}',
  },
  contract_refused: {
    in_app: 'Қол қоюдан бас тартты: {{what}}. {{party}}',
    sms: 'Kelisim: {{party}}, қол қоюдан бас тартты: {{what}}. {{link}}',
    subject: 'Қол қоюдан бас тартты: {{what}}',
    email:
      'Сәлеметсіз бе!\n\n{{party}} қол қоюдан бас тартты: {{what}}. Себебі шарттың бетінде.\n\nАшу: {{link}}',
  },
  sign_reminder: {
    in_app: 'Қолыңызды күтеді: {{what}}. {{party}}',
    sms: 'Kelisim: {{party}}, қолыңызды күтеді: {{what}}. {{link}}',
    subject: 'Қолыңызды күтеді: {{what}}',
    email:
      'Сәлеметсіз бе!\n\n{{party}} еске салады: қолыңызды күтеді – {{what}}.\n\nҚарап, қол қою: {{link}}',
  },
  tariff_bill: {
    in_app: 'Тариф үшін № {{number}} шот: {{amount}}, {{date}} дейін төлеңіз',
    sms: 'Kelisim: № {{number}} шот, {{amount}}, {{date}} дейін төлеңіз: {{link}}',
    subject: 'Kelisim үшін № {{number}} шот',
    email:
      'Сәлеметсіз бе!\n\nKelisim тарифі үшін № {{number}} шот қойылды: {{amount}}. {{date}} дейін төлеңіз.\n\nШот пен деректемелер: {{link}}',
  },
  tariff_overdue: {
    in_app:
      '№ {{number}} шот төленбеді, мерзімі {{date}} болған. {{blocked}} бастап жаңа актілер мен шақырулар жабылады',
    sms: 'Kelisim: № {{number}} шот төленбеді. {{blocked}} бастап жаңа актілер жабылады: {{link}}',
    subject: '№ {{number}} шот төленбеді',
    email:
      'Сәлеметсіз бе!\n\n{{amount}} сомасындағы № {{number}} шотты {{date}} дейін төлеу керек еді, төлемді көрмей тұрмыз.\n{{blocked}} бастап жаңа акт жасауға және орындаушы шақыруға болмайды; қол қою мен төлеу бұрынғыша жүреді.\n\nШот пен деректемелер: {{link}}',
  },
  register_link: {
    sms: 'Kelisim: тіркелу сілтемесі: {{link}}',
    subject: 'Kelisim-ге тіркелу сілтемесі',
    email: 'Сәлеметсіз бе!\n\n{{company}} компаниясын мына сілтеме арқылы тіркеуге болады: {{link}}',
  },
};

export default messages;
