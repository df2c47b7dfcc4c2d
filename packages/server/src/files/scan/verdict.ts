/** A file on disk that is to be scanned. */
export interface ScannedFile {
  readonly path: string;
  readonly bytes: number;
  /** Base64url. */
  readonly sha256: string;
}
/** `found`: what the scanner calls it ("" when it does not say); null: nothing. */
export interface Verdict {
  readonly found: string | null;
}
/** Speaks with one scanner. Both methods throw ScanFault when it does not answer as it should. */
export interface ScannerClient {
  /** Its address, for people. */
  readonly at: string;
  scan(file: ScannedFile, ended: AbortSignal): Promise<Verdict>;
  /** Resolves when the scanner answers. */
  ping(ended: AbortSignal): Promise<unknown>;
}
