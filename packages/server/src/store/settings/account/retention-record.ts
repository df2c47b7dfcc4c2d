/**
 * Retention in days by kind (CFG-031). Values of the provisioning file (`file`) precede the owner's
 * (`own`). Absent: the default.
 */
export interface RetentionRecord {
  readonly own: Readonly<Record<string, number>>;
  readonly file: Readonly<Record<string, number>>;
}
/**
 * What one kind of retention would remove now: number, oldest and some examples by name (CORE-115).
 */
export interface RetentionPreview {
  readonly kind: string;
  readonly count: number;
  readonly oldestAt: string | null;
  readonly examples: readonly string[];
}
/** Amount of stored data of an account. */
export interface DataFigures {
  readonly visitors: number;
  readonly chats: number;
  readonly messages: number;
  readonly files: number;
  readonly fileBytes: number;
  readonly visits: number;
  readonly oldestAt: string | null;
}
