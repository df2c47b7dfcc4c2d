/** Settings of the installation that its owner makes (API-043). */
export interface InstanceRecord {
  readonly egressAllow: readonly string[];
  readonly limits: Readonly<Record<string, number>>;
  readonly supportContact: string | null;
  /** BOT-002. */
  readonly botSelfService: boolean;
}
/** What is given changes. */
export interface InstanceChange {
  readonly egressAllow?: readonly string[] | undefined;
  /** Added to the limits that are set; null takes one back to its default. */
  readonly limits?: Readonly<Record<string, number | null>> | undefined;
  readonly supportContact?: string | null | undefined;
  readonly botSelfService?: boolean | undefined;
}
