import type { NcaFault, NcaService } from '../../features/sandbox/nca-faults.ts';

/** The desk of the sandbox НУЦ. */
const sandboxNca = {
  title: 'Учебный НУЦ',
  sandbox: 'Песочница: здесь можно проверить, что делает Kelisim, когда НУЦ молчит или отозвал сертификат.',
  services: 'Службы',
  service: {
    ocsp: 'OCSP: не отозван ли сертификат',
    crl: 'Списки отозванных сертификатов',
    tsp: 'Метки времени',
  } satisfies Record<NcaService, string>,
  well: 'Работает',
  fault: {
    slow: 'Отвечает медленно',
    silent: 'Молчит',
    error: 'Отвечает ошибкой 500',
    wrong_responder: 'Подписывает чужим ключом',
    unknown: 'Не знает сертификата',
    try_later: 'Просит зайти позже',
    stale: 'Список устарел',
    refused: 'Отказывает в метке',
  } satisfies Record<NcaFault, string>,
  keys: 'Учебные ключи',
  search: 'Имя или компания',
  found__one: 'Найден {{count}} ключ',
  found__few: 'Найдено {{count}} ключа',
  found__many: 'Найдено {{count}} ключей',
  found__other: 'Найдено {{count}} ключа',
  none: 'Таких ключей нет',
  good: 'Действует до {{until}}',
  ended: 'Срок вышел {{until}}',
  revoked: 'Отозван {{when}}',
  revoke: 'Отозвать',
  issue: 'Выпустить новый',
  issue_ended: 'Заменить просроченным',
  revoke_named: 'Отозвать: {{name}}, {{algorithm}}',
  issue_named: 'Выпустить новый: {{name}}, {{algorithm}}',
  issue_ended_named: 'Заменить просроченным: {{name}}, {{algorithm}}',
};

export default sandboxNca;
