/** A tag for chats, defined by the account. */
export interface TagRecord {
  readonly id: number;
  readonly name: string;
  readonly createdAt: string;
  readonly managed: boolean;
}
