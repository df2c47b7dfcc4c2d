import type { ChatDraft, Event, VisitorDraft } from "./event.ts";
import type { Failure } from "./failure.ts";
import type { Rule } from "@parlour/protocol/rules";
import type { Call, Role, WidgetSettings } from "./entity.ts";

/** What core needs from the world. Nothing in core reads a clock, draws a number or waits. */

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Milliseconds that never go back, for durations. */
  monotonic(): number;
  /** Calls `fire` once when `now() >= at`. The returned function cancels. Wakes up work; never is the work's memory. */
  alarm(at: number, fire: () => void): () => void;
}

export interface Ids {
  /** Keyed permutation of an instance-wide counter, 31 bits (CORE-004). */
  chat(): number;
  visitor(): number;
  /** Messages and deliveries: 52 bits. */
  message(): number;
  delivery(): number;
}

/** What verbs read of an operator; part of AccountConfig. */
export interface OperatorConfig {
  readonly id: number;
  readonly name: string;
  readonly photo: string;
  readonly role: Role;
  readonly active: boolean;
  readonly chatLimit: number;
}
/** What verbs and planners read of a channel; part of AccountConfig. */
export interface ChannelConfig {
  readonly id: number;
  readonly kind: "api" | "widget";
  readonly name: string;
  readonly publicId: string;
  readonly enabled: boolean;
  readonly deleted: boolean;
  /** null: a widget, which has none. */
  readonly endpointId: number | null;
  readonly mediaAs: "media objects" | "text with link";
  /** CH-011: a bot counts as somebody who is there; absent: no. */
  readonly botAvailable?: boolean;
  readonly operators: ReadonlySet<number>;
  /** Of a widget (WG-090). */
  readonly widget?: WidgetSettings;
}
/** When somebody is there (CORE-090). Days `mon` … `sun`; intervals `["09:00", "18:00"]`, one that ends before it begins passes midnight; a date `2026-12-24` replaces its weekday. */
export interface Hours {
  /** IANA name. */
  readonly timezone: string;
  readonly week: Readonly<Partial<Record<"mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun", readonly (readonly [string, string])[]>>>;
  readonly exceptions: Readonly<Record<string, readonly (readonly [string, string])[]>>;
}
/** CORE-023. `hours` replace the account's (CORE-091). */
export interface DepartmentConfig {
  readonly id: number;
  readonly name: string;
  readonly operators: ReadonlySet<number>;
  readonly hours: Hours | null;
}
/** A bot connection (BOT-003). */
export interface BotConfig {
  readonly id: number;
  readonly endpointId: number;
  readonly name: string;
  readonly photo: string;
  /** The connection is on and its provider is not suspended. */
  readonly enabled: boolean;
  /** Its endpoint is paused or switched off: it gets no chats, and those it has go to operators (API-051); absent: no. */
  readonly paused?: boolean;
  /** Channels it applies to; null: all. */
  readonly channels: ReadonlySet<number> | null;
  /** BOT-070: how long an invitation waits; BOT-077: hand over when silent so long, 0 never. */
  readonly inviteWaitMs: number;
  readonly silentMs: number;
  /** BOT-057. */
  readonly sendsChatClosed: boolean;
}
export type WebhookEvent = "call_event" | "chat_accepted" | "chat_assigned" | "chat_updated" | "chat_finished" | "offline_message";
/** Optional parts of a webhook's body (WH-026). */
export type WebhookBlock = "tags" | "invitation" | "custom_data" | "rating_comment";
/** A webhook endpoint (WH-001); in order of creation. */
export interface WebhookConfig {
  readonly id: number;
  readonly endpointId: number;
  readonly enabled: boolean;
  readonly events: ReadonlySet<WebhookEvent>;
  /** null: all. */
  readonly channels: ReadonlySet<number> | null;
  readonly blocks: ReadonlySet<WebhookBlock>;
}
/** How chats find operators and how long anybody waits (CORE-031 – CORE-035); all times in milliseconds, 0 takes a step out. */
export interface RoutingConfig {
  readonly mode: "all" | "round_robin" | "least_busy" | "last_operator";
  /** How long an offer to one operator stands (CORE-033). */
  readonly offerMs: number;
  /** The ladder of CORE-035, from the moment the wait began; `remindMs` again and again. */
  readonly nextMs: number;
  readonly departmentMs: number;
  readonly channelMs: number;
  readonly pushMs: number;
  readonly mailMs: number;
  readonly visitorMs: number;
  readonly remindMs: number;
  /** Push and mail also outside working hours. */
  readonly notifyOutsideHours: boolean;
  /** An open chat waits again when its last operator is offline so long with a visitor's message unanswered (CORE-031). */
  readonly graceMs: number;
  /** A chat without messages closes (CORE-032). */
  readonly inactivityMs: number;
  /** Whether a waiting chat tells its place in the queue. */
  readonly showsQueue: boolean;
  /** When a waiting chat's timer turns amber and red for operators. Shown only: nothing is decided by it. */
  readonly warnMs: number;
  readonly overdueMs: number;
}
/** How visitors are called back (CORE-100 – CORE-106). */
export interface CallsConfig {
  readonly enabled: boolean;
  /** `desk`: operators call with their own phones; `http`: a telephony server is asked (CORE-104). */
  readonly driver: "desk" | "http";
  /** Replace the account's; null: they do not. */
  readonly hours: Hours | null;
  /** Numbers must begin with one of these, `+49`; [] any. */
  readonly prefixes: readonly string[];
  /** After which a call ends that nobody takes, or whose customer is not reached (CORE-102); milliseconds. */
  readonly noAnswerAgentMs: number;
  readonly noAnswerClientMs: number;
  /** Minutes left (CORE-105); null: as many as one likes. */
  readonly balanceMin: number | null;
  /** Of the telephony server; null: none is set. */
  readonly endpointId: number | null;
}
/** What a blacklist entry names (CORE-070). */
export type BlacklistKind = "visitor" | "ip" | "range" | "country" | "email" | "phone" | "user_token" | "customer";
/** An entry that is not lifted. `value` is in the form that is compared (core/blacklist); of `customer`: `<channel id> <customer key>`. */
export interface BlacklistEntry {
  readonly id: number;
  readonly kind: BlacklistKind;
  readonly value: string;
  /** Milliseconds since 1970; null: for ever. */
  readonly until: number | null;
}
/** Mail is set up for the installation (CFG-032): the account's endpoint of the ledger, and which operators want which mails. */
export interface MailConfig {
  readonly endpointId: number;
  /** About offline messages, and about chats that nobody takes (CORE-110, CORE-035). */
  readonly offline: ReadonlySet<number>;
  readonly missed: ReadonlySet<number>;
  /** Administrators who are reminded by mail too, as long as nobody takes it. */
  readonly reminders: ReadonlySet<number>;
}
/** A browser of an operator that gets notices by web push. */
export interface PushDevice {
  readonly endpointId: number;
  readonly operatorId: number;
  readonly name: string;
}
/** All settings of one account that verbs read, guarded as a whole by account_head.config_version. */
/** A trigger that is on (WG-051), as the script of a widget carries it. */
export interface TriggerConfig {
  /** Widgets; null: all. */
  readonly channels: ReadonlySet<number> | null;
  readonly rule: Rule;
}

export interface AccountConfig {
  readonly accountId: number;
  readonly version: number;
  readonly suspended: boolean;
  readonly operators: ReadonlyMap<number, OperatorConfig>;
  readonly channels: ReadonlyMap<number, ChannelConfig>;
  readonly departments: ReadonlyMap<number, DepartmentConfig>;
  /** By id, rising: the newest is the last. */
  readonly bots: ReadonlyMap<number, BotConfig>;
  readonly webhooks: ReadonlyMap<number, WebhookConfig>;
  /** null: always open. */
  readonly hours: Hours | null;
  /** WG-045: false: off; else the hosts that pass without a question. */
  readonly safeUrl: { readonly hosts: readonly string[] } | false;
  readonly trustWebhookLinks: boolean;
  readonly routing: RoutingConfig;
  readonly tags: ReadonlyMap<number, string>;
  /** In their order. Absent: none. */
  readonly triggers?: readonly TriggerConfig[];
  readonly blacklist: readonly BlacklistEntry[];
  /** Absent: none. */
  readonly push?: readonly PushDevice[];
  /** Absent: mail is not set up. */
  readonly mail?: MailConfig;
  /** Absent: off. */
  readonly calls?: CallsConfig;
}

export interface VisitorState {
  readonly id: number;
  readonly channelId: number;
  readonly customer: string;
  /** JSON literal of the id as it last came (CH-043). */
  readonly recipient: string;
  readonly invite: string | null;
  readonly entity: VisitorDraft;
}
export interface ChatStateRow {
  readonly id: number;
  readonly channelId: number;
  readonly entity: ChatDraft;
}

/** What one verb may read: a visitor with the chats that matter, after all commands before it in the batch. */
export interface Scene {
  readonly config: AccountConfig;
  /** null: this customer was never seen. */
  readonly visitor: VisitorState | null;
  /** The visitor's chat that is not closed, on its channel. */
  readonly running: ChatStateRow | null;
  /** The chat that the command names (`subject.chat`), else null. */
  readonly chat: ChatStateRow | null;
  /** The visitor's calls that are not over, oldest first (CORE-101). */
  readonly calls: readonly Call[];
  /** Chats that the operator named by the command (`subject.operator`) has open; read under a guard (CORE-003). */
  readonly openChats: number | null;
  /** Milliseconds since 1970 at which the command was taken in. */
  readonly now: number;
  readonly ids: Ids;
}

/** Whose chats a command is about. One visitor's commands are decided one after another. */
export type Subject =
  { readonly customer: { readonly channelId: number; readonly key: string } } | { readonly chat: number; readonly operator?: number };

/** What a verb decided. */
export interface Decision {
  readonly events: readonly Event[];
  /** Changes to what is known of the visitor beside its entity. */
  readonly visitor?: { readonly recipient?: string; readonly invite?: string };
  /**
   * JSON text for the caller, kept with the idempotency key. Every `"seq":null` in it becomes the number of the chat's last
   * message after this command, every `"number":null` the visitor's number; neither text can occur inside a JSON string.
   */
  readonly answer: string;
}
export type Verb = (scene: Scene) => Decision | Failure;

export interface IdempotencyKey {
  /** `channel:<id>` or `operator:<id>`: keys of one scope never meet another's (H-124). */
  readonly scope: string;
  readonly key: string;
  /** SHA-256 of the body, byte for byte (CH-058). */
  readonly hash: Uint8Array;
}
export interface Command {
  readonly account: number;
  readonly subject: Subject;
  readonly verb: Verb;
  readonly idempotency?: IdempotencyKey;
  /** Of an operator's or a widget's message: a repeat in the chat gives the first message (CORE-044). */
  readonly client?: { readonly authorKind: "operator" | "visitor"; readonly authorId: number; readonly id: string };
  /** Size of what the command carries, for the bound on what waits; 2 KiB when absent. */
  readonly bytes?: number;
}
/** What was written, with the numbers that the write gave. */
export interface Written {
  /** The decision's answer with its slots filled, or the first answer when `replayed`. */
  readonly answer: string;
  /** True when the key or client id was seen before: nothing was written. */
  readonly replayed: boolean;
  /** Position of the last entry written; 0 when nothing was. */
  readonly position: number;
  /** What was decided, without the numbers that the write gave; absent for a repeat of which only the answer is known. */
  readonly events?: readonly Event[];
}
/** The one write path (CORE-042): resolves after the flush to disk. Rejects with Refusal. */
export type Write = (command: Command) => Promise<Written>;
