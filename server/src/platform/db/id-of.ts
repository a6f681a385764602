/** Runs a statement that returns the id of the row it adds, and returns that. */
export async function idOf(adding: { executeTakeFirstOrThrow(): Promise<{ id: number }> }): Promise<number> {
  return (await adding.executeTakeFirstOrThrow()).id;
}
