/** What the server takes as the file of a contract. */
export const PDF_RULES = { kinds: ['.pdf'], max_bytes: 20_000_000, max_count: 1 };
