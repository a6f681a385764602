import type ru from '../ru/sandbox.ts';

const sandbox: typeof ru = {
  roles: { director: 'Басшы', employee: 'Қызметкер', executor: 'Орындаушы' },
  /** Across every paper. */
  watermark: 'ҮЛГІ · заңды күші жоқ',
  stand: {
    banner:
      'Оқу стенді: адамдар мен компаниялар ойдан шығарылған, қолтаңбалар мен төлемдердің күші жоқ. Шынайы деректерді енгізбеңіз.',
    begin: 'Қалай бастау керек',
  },
};

export default sandbox;
