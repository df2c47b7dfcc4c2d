import type { FindingCode, FindingState, HealthCheck } from "@parlour/protocol/api";

/** The installation as this node sees it (API-075); times in ms. */
export interface HealthRecord {
  readonly state: FindingState;
  readonly checks: readonly {
    readonly check: HealthCheck;
    readonly state: FindingState;
    readonly code: FindingCode;
    readonly values: Readonly<Record<string, string | number>>;
    readonly message: string;
    readonly advice?: string;
  }[];
  readonly checkedAt: number;
  readonly version: string;
  readonly startedAt: number;
  readonly databaseVersion: string | null;
  readonly storage: {
    readonly databaseBytes: number | null;
    readonly files: { readonly count: number; readonly bytes: number } | null;
    readonly kind: "disk" | "s3";
    readonly freeBytes: number | null;
  };
  readonly backup: {
    readonly folder: string;
    readonly at: number;
    readonly isThere: boolean;
    readonly accounts: readonly { readonly id: number; readonly name: string; readonly position: number }[];
  } | null;
  readonly mail: { readonly host: string; readonly port: number; readonly from: string } | null;
}
export interface HealthPort {
  /** Looks at everything; a few seconds where something does not answer. */
  report(): Promise<HealthRecord>;
  /** The newest copy that is known here; null: there is none. `at` in ms, `bytes` null: of an older release. */
  backup(): Promise<{ readonly at: number; readonly bytes: number | null } | null>;
}
