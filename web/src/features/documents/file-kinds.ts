/** What the server takes as the file of a contract; a Word file becomes pages there. */
export const CONTRACT_RULES = { kinds: ['.pdf', '.docx'], max_bytes: 20_000_000 };
/** What it takes as the picture of a paper. */
export const SCAN_RULES = { kinds: ['.pdf', '.jpg', '.jpeg'], max_bytes: 20_000_000 };
/** A register of contracts. */
export const TABLE_RULES = { kinds: ['.xlsx', '.csv'], max_bytes: 10_000_000 };
/** Scans together, of which one at a time is read and sent. */
export const ZIP_RULES = { kinds: ['.zip'], max_bytes: 4_000_000_000 };
