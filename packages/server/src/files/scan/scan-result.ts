export interface ScannedFile {
  readonly path: string;
  readonly bytes: number;
  /** Base64url. */
  readonly sha256: string;
}
/** Result of a scan. `threat`: its name, "" if unknown, or null if there is none. */
export interface ScanResult {
  readonly threat: string | null;
}
/**
 * Client of one scanner. Both methods throw ScanError if the scanner does not respond correctly.
 */
export interface ScannerClient {
  /** Address of the scanner, as text. */
  readonly address: string;
  scan(file: ScannedFile, ended: AbortSignal): Promise<ScanResult>;
  /** Resolves if the scanner responds. */
  ping(ended: AbortSignal): Promise<unknown>;
}
