import type ru from '../ru/jobs.ts';
import type { Texts } from '../texts.ts';

export default {
  title: 'Жаппай әрекеттер',
  sub: 'Олар серверде орындалады: бетті де, браузерді де жабуға болады.',
  list: 'Жаппай әрекеттер тізімі',
  kind: {
    'acts.create': 'Бағдарламаның акт жасауы',
    'acts.import': 'Актілерді кестеден жүктеу',
    'acts.copy': 'Актілерді көшіру',
    'acts.restore': 'Актілерді қалпына келтіру',
    'documents.sign': 'Шарттарға қол қою',
    'documents.create': 'Үлгі бойынша шарттар жасау',
    'documents.renew': 'Шарттарды ұзарту',
    'documents.send': 'Шарттарды жіберу',
    'documents.delete': 'Шарттарды жою',
    'documents.restore': 'Шарттарды қалпына келтіру',
    'documents.send_link': 'Шарттарға қол қою сілтемелерін жіберу',
    'documents.take_over': 'Қағаз шарттарды қабылдау',
    'executors.stop': 'Орындаушыларды тоқтату',
    'executors.resume': 'Орындаушылармен жұмысты жалғастыру',
    'executors.assign': 'Жауаптыны тағайындау',
    'reconciliations.send': 'Салыстыру актілерін жіберу',
    'invitations.send': 'Орындаушыларды шақыру',
    'invitations.remind': 'Шақырылғандарға еске салу',
    'invitations.repeat': 'Қайта шақыру',
    'invitations.cancel': 'Шақыруларды болдырмау',
  },
  started: 'Басталды: {{when}}',
  finished: 'Басталды: {{started}}, аяқталды: {{finished}}',
  by_key: '«{{key}}» API кілтімен басталды',
  show_rows: 'Жолдарды көрсету',
  hide_rows: 'Жолдарды жасыру',
  rows_failed: 'Жолдарды жүктеу мүмкін болмады',
  row: '{{position}}-жол',
  empty: 'Әзірге жаппай әрекет болған жоқ',
  empty_hint:
    'Көп актіні жіберу, оларға қол қою, төлеу және кесте жүктеу қалай жүріп жатқаны және қай жолдар өтпегені осында көрінеді.',
  empty_hint_executor:
    'Көп актіге қол қою мен оларды қайтару қалай жүріп жатқаны және қай жолдар өтпегені осында көрінеді.',
  to_acts: 'Актілерге',
  running__other: '{{count}} жаппай әрекет орындалуда: {{percent}}',
} satisfies Texts<typeof ru>;
