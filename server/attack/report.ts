/** One result as a line of JSON; true when the attack failed, as it should. */
export function report(result: { attack: string; passed: boolean } & Record<string, unknown>): boolean {
  console.log(JSON.stringify(result));
  return result.passed;
}
