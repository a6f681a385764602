/** Words of the sandbox: who is who in the demo data, and what a public stand is. */
const sandbox = {
  roles: { director: 'Руководитель', employee: 'Сотрудник', executor: 'Исполнитель' },
  /** Across every paper. */
  watermark: 'ОБРАЗЕЦ · без юридической силы',
  stand: {
    banner:
      'Учебный стенд: люди и компании вымышленные, подписи и платежи не имеют силы. Настоящих данных не вводите.',
    begin: 'Как начать',
  },
};

export default sandbox;
