/** A scanner's verdict on a file. */
export type ScanVerdict =
  | { status: 'clean' }
  /** The scanner's name for what it found. */
  | { status: 'infected'; threat: string }
  /** The file is too large for the scanner. */
  | { status: 'too_large' };

/** Scans uploads. Each method throws `ScannerAway` if there is no verdict, for any reason. */
export interface VirusScanner {
  /** Checks that the scanner answers; returns its name and version. */
  version(): Promise<string>;
  scan(bytes: Uint8Array): Promise<ScanVerdict>;
}

/** The scanner did not answer, disconnected, or answered something other than a verdict. */
export class ScannerAway extends Error {
  override name = 'ScannerAway';
}
