/** Runs a statement, and says whether there is a row that it finds or changes. */
export async function hasRow(statement: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> {
  return (await statement.executeTakeFirst()) !== undefined;
}
