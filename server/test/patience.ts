/** For `vi.waitFor`: until the state is there. Only what hangs runs into the end, however slow the machine. */
export const PATIENT = { timeout: 300_000, interval: 20 };
