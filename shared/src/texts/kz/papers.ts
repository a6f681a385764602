import type ru from '../ru/papers.ts';
import type { Texts } from '../texts.ts';

export default {
  pdf: {
    label: 'PDF құжаты',
    page_of: '{{pages}} беттің {{page}}-беті',
    zoom_in: 'Үлкейту',
    zoom_out: 'Кішірейту',
    fit: 'Ені бойынша',
    download: 'Жүктеп алу',
    print: 'Басып шығару',
    failed: 'Құжатты көрсету мүмкін болмады',
    failed_hint: 'Файл бүлінбеген. Оны жүктеп алып, құрылғыда ашыңыз.',
    digest: 'Файлдың SHA-256',
    digest_same: 'Қол қойылатын файлдың дәл өзі.',
    digest_other: 'Экрандағы файл қол қойылатын файл емес. Бетті жаңартыңыз.',
  },
  neighbours: {
    label: 'Тізімдегі көрші құжаттар',
    place: '{{place}} / {{total}}',
    previous: 'Алдыңғы',
    next: 'Келесі',
  },
  paper_number: {
    number: 'Шарт нөмірі',
    number_hint: 'Қағаздағыдай. Бос болса, кезекті нөмір беріледі.',
    number_many:
      'Бос болса, кезекті нөмірлер беріледі. Өз түріңіз: АҚС-{{counted}}/2026, мұнда {{counted}} есептегіш.',
    agreement_number: 'Келісім нөмірі',
    agreement_date: 'Келісім күні',
    date: 'Шарт күні',
    date_hint: 'Қағаздағыдай. Бос болса, мерзімнің бірінші күні.',
  },
  peek: {
    place: '{{total}} ішінен {{place}}',
    label: 'Құжатты қарау',
    previous: 'Алдыңғысы',
    next: 'Келесісі',
    open: 'Ашу',
    close: 'Қарауды жабу',
  },
} satisfies Texts<typeof ru>;
