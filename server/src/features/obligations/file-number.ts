interface Numbered {
  payee: { knp: string } | null;
  told: readonly unknown[];
}

/**
 * Number of a file of a kind of a month: however often it is made, it has the same one, and a bank takes it once. What
 * is made after something was paid or came back is another.
 */
export const fileNumber = (month: string, { payee, told }: Numbered): number =>
  Number(`${month.slice(2, 4)}${month.slice(5)}${payee!.knp}${told.length || ''}`);
