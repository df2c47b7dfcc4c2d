import { ByteaColumn, Int4Column, Int8Column, TextColumn } from "./binary-columns.ts";

/**
 * Creates the array parameters of `commit_batch`, grouped by letter and in parameter order.
 * `store/functions/commit_batch.sql` documents them.
 */
export function createCommitColumns() {
  return {
    g: { account: new Int4Column(), config: new Int8Column() },
    v: createVisitorColumns(),
    c: createChatColumns(),
    o: { g: new Int4Column(), id: new Int8Column(), version: new Int8Column() },
    p: {
      g: new Int4Column(),
      chat: new Int8Column(),
      operator: new Int8Column(),
      joined: new Int4Column(),
      at: new Int8Column(),
    },
    r: { g: new Int4Column(), row: new TextColumn() },
    k: createKeyColumns(),
    e: createEntryColumns(),
    d: createDeliveryColumns(),
  };
}

const createVisitorColumns = () => ({
  g: new Int4Column(),
  id: new Int8Column(),
  version: new Int8Column(),
  change: new Int4Column(),
  source: new Int8Column(),
  customer: new TextColumn(),
  recipient: new TextColumn(),
  invite: new TextColumn(),
  body: new TextColumn(),
});

const createChatColumns = () => ({
  g: new Int4Column(),
  id: new Int8Column(),
  version: new Int8Column(),
  change: new Int4Column(),
  source: new Int8Column(),
  visitor: new Int8Column(),
  state: new TextColumn(),
  assignee: new Int8Column(),
  created: new Int8Column(),
  closed: new Int8Column(),
  body: new TextColumn(),
});

/** Idempotency keys, each with the answer for a repeat of its command. */
const createKeyColumns = () => ({
  g: new Int4Column(),
  scope: new TextColumn(),
  key: new TextColumn(),
  hash: new ByteaColumn(),
  answer: new TextColumn(),
  c: new Int4Column(),
  n: new Int4Column(),
  v: new Int4Column(),
  at: new Int8Column(),
});

const createEntryColumns = () => ({
  g: new Int4Column(),
  ord: new Int4Column(),
  at: new Int8Column(),
  name: new TextColumn(),
  channel: new Int8Column(),
  chat: new Int8Column(),
  visitor: new Int8Column(),
  kind: new Int4Column(),
  c: new Int4Column(),
  n: new Int4Column(),
  v: new Int4Column(),
  authorKind: new TextColumn(),
  author: new Int8Column(),
  client: new TextColumn(),
  body: new TextColumn(),
});

/** Deliveries planned for the entries. */
const createDeliveryColumns = () => ({
  e: new Int4Column(),
  endpoint: new Int8Column(),
  id: new Int8Column(),
  order: new Int8Column(),
  event: new TextColumn(),
  chat: new Int8Column(),
  delay: new Int4Column(),
  merge: new Int4Column(),
  first: new Int4Column(),
});
