import type ru from '../ru/sandbox.ts';

const sandbox: typeof ru = { roles: { director: 'Басшы', employee: 'Қызметкер', executor: 'Орындаушы' } };

export default sandbox;
