/** Settings of the installation (API-355). */
export interface InstallationRecord {
  readonly egressAllow: readonly string[];
  readonly limits: Readonly<Record<string, number>>;
  readonly supportContact: string | null;
  /** Whether accounts may request provider ids (BOT-002). */
  readonly botSelfService: boolean;
}
/** Changes of the settings; absent fields stay. */
export interface InstallationChange {
  readonly egressAllow?: readonly string[] | undefined;
  /** Merged into the stored limits; null resets a limit to its default. */
  readonly limits?: Readonly<Record<string, number | null>> | undefined;
  readonly supportContact?: string | null | undefined;
  readonly botSelfService?: boolean | undefined;
}
