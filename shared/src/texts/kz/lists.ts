import type ru from '../ru/lists.ts';
import type { Texts } from '../texts.ts';

export default {
  own_views: {
    menu: 'Өз іріктемелерім',
    save: 'Осы іріктемені сақтау',
    change: '«{{name}}» атауын өзгерту',
    make_default: '«{{name}}» бірінші ашылсын',
    not_default: '«{{name}}» бірінші ашылмасын',
    delete: '«{{name}}» жою',
    delete_ask: '«{{name}}» іріктемесін жою керек пе?',
    delete_hint: 'Тізімнің өзі орнында қалады.',
    remove: 'Жою',
    name: 'Атауы',
    name_hint: 'Сүзгілер мен жолдар реті барлық құрылғыңызда осы атаумен сақталады.',
    keep: 'Сақтау',
    deleted: '«{{name}}» іріктемесі жойылды',
    changed: '«{{name}}» іріктемесі өзгертілді',
    saved: '«{{name}}» іріктемесі сақталды',
  },
  look: {
    columns: 'Бағандар',
    density: 'Жолдар',
    compact: 'Бір жолға',
    wide: 'Толық',
    usual: 'Бұрынғыдай',
    up: 'Жоғарырақ: {{name}}',
    down: 'Төменірек: {{name}}',
  },
} satisfies Texts<typeof ru>;
