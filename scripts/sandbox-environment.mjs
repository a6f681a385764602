/** With any of these the product is being set up for real; with none it runs with its sandbox. */
const settings =
  /^(DATABASE(_OWNER)?_URL|PUBLIC_URL|MASTER_KEY|TRUST_DIR|FILES|SIGN_PROVIDER|SMTP_URL|(S3|SMSC|MOBIZON)_\w+)$/;

export function sandboxUnlessConfigured(environment) {
  const configured = Object.keys(environment).some((name) => settings.test(name) && environment[name] !== '');
  return configured ? environment : { SANDBOX: 'on', ...environment };
}
