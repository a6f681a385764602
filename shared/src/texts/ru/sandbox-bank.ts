/** The page of the sandbox bank. */
const sandboxBank = {
  title: 'Учебный банк',
  sandbox: 'Песочница: так банк подтверждает Kelisim, что вошёл его клиент.',
  stale: 'Вход начинают на странице Kelisim.',
  to_sign_in: 'Ко входу в Kelisim',
  who: 'Какой клиент входит?',
};

export default sandboxBank;
