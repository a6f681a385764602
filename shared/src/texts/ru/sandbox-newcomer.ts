/** What the sandbox offers to whoever registers in it. */
export default {
  title: 'Песочница',
  code: 'Подставить код {{code}}',
  code_hint: 'Сообщения отсюда никуда не уходят, поэтому код показан здесь.',
  sample_hint: 'Вымышленные данные: они никому не принадлежат, а учебный реестр их знает.',
  bin: 'Подставить БИН {{value}}',
  iin: 'Подставить ИИН {{value}}',
  full_name: 'Подставить имя {{value}}',
  phone: 'Подставить номер {{value}}',
  email: 'Подставить почту {{value}}',
  iban: 'Подставить счёт {{value}}',
  keys_hint: 'Учебные ключи ЭЦП. Пароль файла: {{password}}. Позже они найдутся в вашем профиле.',
  role_person: 'Ключ {{name}}',
  role_head: 'Ключ руководителя',
  role_employee: 'Ключ сотрудника',
  download: 'Скачать',
  download_named: 'Скачать {{name}}',
} as const;
