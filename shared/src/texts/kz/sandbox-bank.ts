import type ru from '../ru/sandbox-bank.ts';
import type { Texts } from '../texts.ts';

export default {
  title: 'Оқу банкі',
  sandbox: 'Сынақ ортасы: банк Kelisim-ге өз клиентінің кіргенін осылай растайды.',
  stale: 'Кіруді Kelisim бетінен бастайды.',
  to_sign_in: 'Kelisim-ге кіру бетіне',
  who: 'Қай клиент кіреді?',
} satisfies Texts<typeof ru>;
