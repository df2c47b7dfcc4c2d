/** The part of a request that depends on the message: its type, and a field of that name. */
export interface MessageContent {
  readonly type: string;
  readonly [field: string]: unknown;
}
