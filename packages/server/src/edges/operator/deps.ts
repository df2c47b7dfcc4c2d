import type { ChatEntity, ChatState, Delivery, DeliveryState, Message, Outcome, Presence, Role, Visitor } from "../../core/entity.ts";
import type { SettingsKind } from "../../core/event.ts";
import type { AccountConfig, Clock, IdempotencyKey, Write } from "../../core/ports.ts";
import type { Auth, may, maskMessage, masksText, mayMakeKeyFor, passwordFault, Principal, seesAllChats } from "../../auth/index.ts";
import type { MeDeps } from "./me.ts";

/**
 * What the service API needs, grouped by subject; `server.ts` hands it in. Reads come from `store/queries`, writers of settings from
 * `store/settings` (both joined by `openServiceStore`), the rest from the parts named.
 */
export interface Deps {
  readonly clock: Pick<Clock, "now">;
  /** CFG-002, without a slash at the end: base of invitation links. */
  readonly publicUrl: () => string;
  /** CH-003, without a slash at the end: base of inbound URLs. */
  readonly channelBase: () => string;
  readonly auth: Auth;
  readonly rights: Rights;
  /** The one write path (journal). */
  readonly write: Write;
  /** Settings of an account, from the journal's cache. */
  readonly config: (account: number) => Promise<AccountConfig>;
  /** `journal.change`: one transaction under the account's head. */
  readonly change: <R>(account: number, change: (tx: Tx) => Promise<Change<R>>) => Promise<R>;
  /** One run per Idempotency-Key inside such a transaction. */
  readonly once: <R>(tx: Tx, now: number, account: number, key: IdempotencyKey | null, run: () => Promise<Change<R>>) => Promise<Change<R>>;
  readonly audit: (tx: Tx, entry: Audit) => Promise<void>;
  readonly chats: ChatStore;
  readonly visitors: VisitorStore;
  readonly deliveries: DeliveryStore;
  readonly channels: ChannelStore;
  readonly operators: OperatorStore;
  readonly accounts: AccountStore;
  readonly apiKeys: ApiKeyStore;
  /** Writes the signed-in operator's own name with `settings_changed` (PATCH /me). */
  readonly rename: MeDeps["rename"];
  readonly instance: InstanceStore;
  readonly realtime: RealtimePort;
  readonly endpoints: EndpointPort;
  /** Decrypts what was stored under SECRET_KEY. */
  readonly open: (sealed: Buffer) => string;
  /** What is wrong with limits of CFG-030, one sentence each. */
  readonly limitFaults: (limits: Readonly<Record<string, number>>) => readonly string[];
}

/** A transaction, handed from `change` to the writers. */
export interface Tx {
  query<R>(text: string, values?: readonly unknown[]): Promise<readonly R[]>;
}
export interface Change<R> {
  readonly result: R;
  readonly changed: readonly { readonly kind: SettingsKind; readonly id: number | null }[];
}
export interface Audit {
  readonly accountId: number | null;
  readonly at: number;
  readonly actorKind: "operator" | "key" | "anonymous";
  readonly actorId: number | null;
  readonly action: string;
  readonly target: string | null;
  readonly address: string;
  readonly requestId: string;
  readonly result: "ok" | "refused";
}

/** The pure functions of auth about rights, text masks and passwords. */
export interface Rights {
  readonly may: typeof may;
  readonly mayMakeKeyFor: typeof mayMakeKeyFor;
  readonly seesAllChats: typeof seesAllChats;
  readonly masksText: typeof masksText;
  readonly maskMessage: typeof maskMessage;
  readonly passwordFault: typeof passwordFault;
}
export interface RealtimePort {
  readonly presence: { of(account: number, operatorId: number): Presence; set(principal: Principal, status: Presence): void };
  /** An operator types in a chat (CORE-047). */
  typing(signal: {
    account: number;
    chatId: number;
    channelId: number;
    author: { kind: "operator"; id: number; name: string };
    typing: boolean;
  }): void;
  /** Sessions of an operator, or a key, ended: forget cached rights and close sockets (4001) within 2 s (CORE-003). */
  ended(who: { account: number; operatorId?: number; keyId?: number }): void;
}
export interface EndpointPort {
  /** `Egress.check`: the address rules of CORE-123, without a request. */
  check(url: string): Promise<{ ok: true } | { ok: false; message: string }>;
  /** One attempt with a test message to the endpoint of a channel (CH-113). */
  test(account: number, channelId: number): Promise<TestResult>;
  /** A new series for a delivery whose last one ended (CH-086). Refusals `not_found`, `not_deliverable`. */
  resend(account: number, deliveryId: number): Promise<unknown>;
}
/** What one test message met; bodies cut at 8 KiB. */
export interface TestResult {
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly durationMs: number;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly body: string } | null;
  readonly reply: { readonly headers: Readonly<Record<string, string>>; readonly body: string } | null;
}

/** Whose eyes: all chats of the account, or those of own channels and own chats. */
export interface Sight {
  readonly operatorId: number;
  readonly everything: boolean;
}
export interface ChatRecord {
  readonly chat: ChatEntity;
  readonly unread: number;
  readonly lastMessage: Message | null;
}
export interface ChatSpot {
  readonly channelId: number;
  readonly channelKind: "api" | "widget";
  readonly state: ChatState;
  readonly lastSeq: number;
}
export interface ChatPlace {
  readonly key: string;
  readonly id: number;
}
export interface ChatFilter {
  readonly view?: "mine" | "waiting" | "bot" | "all" | "closed" | "missed";
  readonly state?: ChatState;
  readonly assignee?: "me" | "none" | number;
  readonly channelId?: number;
  readonly visitorNumber?: number;
  readonly q?: string;
  readonly sort: "activity" | "created";
  readonly limit: number;
  readonly after?: ChatPlace;
  readonly now: number;
}
export interface ChatStore {
  list(
    account: number,
    sight: Sight,
    filter: ChatFilter,
  ): Promise<{ readonly items: readonly ChatRecord[]; readonly next: ChatPlace | null }>;
  find(account: number, sight: Sight, id: number): Promise<ChatRecord | null>;
  locate(account: number, sight: Sight, id: number): Promise<ChatSpot | null>;
  messages(
    account: number,
    chatId: number,
    page: { readonly before?: number; readonly after?: number; readonly limit: number },
  ): Promise<readonly Message[]>;
  counts(
    account: number,
    sight: Sight,
    now: number,
  ): Promise<Readonly<Record<"mine" | "waiting" | "bot" | "all" | "missed" | "unread", number>>>;
  openCounts(account: number): Promise<ReadonlyMap<number, number>>;
  /** Open chats that an operator takes part in. */
  openOf(account: number, operatorId: number): Promise<readonly number[]>;
  setReadMark(account: number, chatId: number, operatorId: number, mark: { readonly seq: number; readonly back: boolean }): Promise<void>;
}

export interface VisitorStore {
  list(
    account: number,
    sight: Sight,
    filter: { readonly q?: string; readonly before?: number; readonly limit: number },
  ): Promise<readonly Visitor[]>;
  find(
    account: number,
    sight: Sight,
    number: number,
  ): Promise<{ readonly visitor: Visitor; readonly channelId: number; readonly customer: string } | null>;
}

export interface AttemptRecord {
  readonly n: number;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly request: TestResult["request"];
  readonly reply: TestResult["reply"];
}
export interface DeliveryPlace {
  readonly position: number;
  readonly endpointId: number;
}
export interface DeliveryStore {
  list(
    account: number,
    filter: {
      readonly chatId?: number;
      readonly endpointId?: number;
      readonly state?: DeliveryState;
      readonly since?: Date;
      readonly limit: number;
      readonly after?: DeliveryPlace;
    },
  ): Promise<{ readonly items: readonly Delivery[]; readonly next: DeliveryPlace | null }>;
  find(account: number, id: number): Promise<{ readonly delivery: Delivery; readonly attempts: readonly AttemptRecord[] } | null>;
}

export interface ChannelRecord {
  readonly id: number;
  readonly kind: "api" | "widget";
  readonly name: string;
  readonly publicId: string;
  readonly enabled: boolean;
  readonly endpointUrl: string;
  readonly chunked: boolean;
  readonly appendPublicId: boolean;
  readonly mediaAs: "media objects" | "text with link";
  readonly botAvailable: boolean;
  readonly operators: readonly number[];
  /** The current random string, encrypted. */
  readonly sealedString: Buffer | null;
  readonly secretHint: string;
  readonly lastInboundAt: string | null;
  readonly lastSuccessAt: string | null;
  readonly lastFailure: { readonly at: string; readonly outcome: Outcome; readonly status: number | null } | null;
  readonly createdAt: string;
  readonly managed: boolean;
}
export interface ChannelChange {
  readonly name?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly endpointUrl?: string | undefined;
  readonly chunked?: boolean | undefined;
  readonly appendPublicId?: boolean | undefined;
  readonly mediaAs?: "media objects" | "text with link" | undefined;
  readonly botAvailable?: boolean | undefined;
  readonly operators?: readonly number[] | undefined;
}
export interface ChannelStore {
  list(account: number): Promise<readonly ChannelRecord[]>;
  find(account: number, id: number): Promise<ChannelRecord | null>;
  findIn(tx: Tx, account: number, id: number): Promise<ChannelRecord | null>;
  /** Of these ids those that are active operators of the account. */
  activeOperators(tx: Tx, account: number, ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Null: the public id is taken. */
  create(
    tx: Tx,
    account: number,
    row: {
      readonly kind: "api" | "widget";
      readonly name: string;
      readonly publicId: string;
      readonly enabled: boolean;
      readonly endpointUrl: string;
      readonly chunked: boolean;
      readonly appendPublicId: boolean;
      readonly mediaAs: "media objects" | "text with link";
      readonly botAvailable: boolean;
      readonly managed: boolean;
      readonly operators: readonly number[];
      readonly randomString: string;
      readonly secret: string;
      readonly createdBy: number | null;
      readonly now: number;
    },
  ): Promise<number | null>;
  update(tx: Tx, account: number, id: number, change: ChannelChange): Promise<boolean>;
  remove(tx: Tx, account: number, id: number, now: number): Promise<boolean>;
  rotateAddress(tx: Tx, account: number, id: number, randomString: string, now: number): Promise<void>;
  rotateSecret(tx: Tx, account: number, id: number, secret: string, now: number): Promise<void>;
}

export interface OperatorRecord {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly photo: string | null;
  readonly role: Role;
  readonly instanceOwner: boolean;
  readonly active: boolean;
  readonly chatLimit: number;
  readonly createdAt: string;
  readonly managed: boolean;
}
export interface OperatorStore {
  list(account: number): Promise<readonly OperatorRecord[]>;
  find(account: number, id: number): Promise<OperatorRecord | null>;
  findIn(tx: Tx, account: number, id: number): Promise<OperatorRecord | null>;
  findInvited(account: number, hash: Uint8Array, now: number): Promise<OperatorRecord | null>;
  /** Role and activity, locked until the transaction ends. */
  lock(tx: Tx, account: number, id: number): Promise<{ readonly role: Role; readonly active: boolean; readonly managed: boolean } | null>;
  /** Active owners beside this operator. */
  otherOwners(tx: Tx, account: number, id: number): Promise<number>;
  /** Null: the e-mail is taken. */
  create(
    tx: Tx,
    account: number,
    row: {
      readonly name: string;
      readonly email: string;
      readonly phone: string | null;
      readonly photo: string | null;
      readonly role: Role;
      readonly chatLimit: number;
      readonly passwordHash: string | null;
      readonly managed: boolean;
      readonly now: number;
    },
  ): Promise<number | null>;
  update(
    tx: Tx,
    account: number,
    id: number,
    change: {
      readonly name?: string | undefined;
      readonly email?: string | undefined;
      readonly phone?: string | null | undefined;
      readonly photo?: string | null | undefined;
      readonly role?: Role | undefined;
      readonly chatLimit?: number | undefined;
      readonly active?: boolean | undefined;
    },
  ): Promise<"done" | "email_taken" | "not_found">;
  armReset(tx: Tx, account: number, id: number, hash: Uint8Array, expiresAt: number): Promise<void>;
  useReset(
    tx: Tx,
    account: number,
    hash: Uint8Array,
    passwordHash: string,
    now: number,
  ): Promise<{ readonly id: number; readonly email: string } | null>;
  endSessions(tx: Tx, account: number, operatorId: number): Promise<void>;
}

export interface AccountRecord {
  readonly id: number;
  readonly name: string;
  readonly locale: string;
  readonly accent: string;
  readonly suspended: boolean;
  readonly managed: boolean;
}
export interface AccountStore {
  find(account: number): Promise<AccountRecord | null>;
  findIn(tx: Tx, account: number): Promise<AccountRecord | null>;
  update(
    tx: Tx,
    account: number,
    change: { readonly name?: string | undefined; readonly locale?: string | undefined; readonly accent?: string | undefined },
  ): Promise<void>;
}

export interface ApiKeyRecord {
  readonly id: number;
  readonly name: string;
  readonly operator: { readonly id: number; readonly name: string };
  readonly scopes: readonly string[];
  readonly hint: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly managed: boolean;
}
export interface ApiKeyStore {
  list(account: number): Promise<readonly ApiKeyRecord[]>;
  listIn(tx: Tx, account: number): Promise<readonly ApiKeyRecord[]>;
  create(
    tx: Tx,
    account: number,
    row: {
      readonly key: string;
      readonly name: string;
      readonly operatorId: number;
      readonly scopes: readonly string[];
      readonly managed: boolean;
      readonly now: number;
    },
  ): Promise<number | null>;
  remove(tx: Tx, account: number, id: number): Promise<boolean>;
}

export interface InstanceRecord {
  readonly egressAllow: readonly string[];
  readonly limits: Readonly<Record<string, number>>;
  readonly supportContact: string | null;
}
export interface InstanceStore {
  find(): Promise<InstanceRecord>;
  findIn(tx: Tx): Promise<InstanceRecord>;
  update(
    tx: Tx,
    change: {
      readonly egressAllow?: readonly string[] | undefined;
      readonly limits?: Readonly<Record<string, number | null>> | undefined;
      readonly supportContact?: string | null | undefined;
    },
  ): Promise<void>;
  changeEgressAllow(tx: Tx, change: { readonly add: readonly string[]; readonly remove: readonly string[] }): Promise<void>;
}
