/** Words of the sandbox: who is who in the demo data. */
const sandbox = { roles: { director: 'Руководитель', employee: 'Сотрудник', executor: 'Исполнитель' } };

export default sandbox;
