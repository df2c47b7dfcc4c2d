/** A word of the account's own on chats. */
export interface TagRecord {
  readonly id: number;
  readonly name: string;
  readonly createdAt: string;
  readonly managed: boolean;
}
