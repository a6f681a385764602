/** What a scanner says of a file. */
export type ScanVerdict =
  | { status: 'clean' }
  /** The scanner's own name of what it found. */
  | { status: 'infected'; threat: string }
  /** The scanner takes no file of this size. */
  | { status: 'too_large' };

/** Scans files that people send. Each method throws `ScannerAway` when there is no verdict, for whatever reason. */
export interface VirusScanner {
  /** Asks whether the scanner is there; returns its name and version. */
  version(): Promise<string>;
  scan(bytes: Uint8Array): Promise<ScanVerdict>;
}

/** The scanner is silent, broke off or answered something else than a verdict. */
export class ScannerAway extends Error {
  override name = 'ScannerAway';
}
