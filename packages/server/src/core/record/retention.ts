/** Days by kind of CFG-031: the owner's, and the provisioning file's, which come first. Absent: the usual one. */
export interface RetentionRecord {
  readonly own: Readonly<Record<string, number>>;
  readonly file: Readonly<Record<string, number>>;
}
/** What one kind of retention would remove now: how many, the oldest, and some of them by name (CORE-115). */
export interface RetentionPreview {
  readonly kind: string;
  readonly count: number;
  readonly oldestAt: string | null;
  readonly examples: readonly string[];
}
/** What an account keeps here. */
export interface DataFigures {
  readonly visitors: number;
  readonly chats: number;
  readonly messages: number;
  readonly files: number;
  readonly fileBytes: number;
  readonly visits: number;
  readonly oldestAt: string | null;
}
