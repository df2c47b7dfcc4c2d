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
/** The requests to a scanner. Both throw ScanError if it does not respond correctly. */
export interface ScannerProtocol {
  scan(file: ScannedFile, ended: AbortSignal): Promise<ScanResult>;
  /** Resolves if the scanner responds. */
  ping(ended: AbortSignal): Promise<unknown>;
}
/** Client of one scanner. */
export interface ScannerClient extends ScannerProtocol {
  /** Address of the scanner, as text. */
  readonly address: string;
}
