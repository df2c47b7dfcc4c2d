import type { Rule } from "@parlour/protocol/rules";
import type { Role, WidgetSettings } from "./entity.ts";

/** Settings of an operator that command handlers read; part of AccountConfig. */
export interface OperatorConfig {
  readonly id: number;
  readonly name: string;
  readonly photo: string;
  readonly role: Role;
  readonly active: boolean;
  readonly chatLimit: number;
}
/**
 * Settings of a channel that command handlers and delivery planners read; part of AccountConfig.
 */
export interface ChannelConfig {
  readonly id: number;
  readonly kind: "api" | "widget";
  readonly name: string;
  readonly publicId: string;
  readonly enabled: boolean;
  readonly deleted: boolean;
  /** null for a widget, which has no endpoint. */
  readonly endpointId: number | null;
  readonly mediaAs: "media objects" | "text with link";
  /** CH-011: an enabled bot makes the channel available. Absent: false. */
  readonly botAvailable?: boolean;
  readonly operators: ReadonlySet<number>;
  /** Settings of a widget (WG-090). Absent for other channels. */
  readonly widget?: WidgetSettings;
}
/**
 * Working hours (CORE-090). Days are `mon` … `sun`, intervals `["09:00", "18:00"]`. An interval
 * that ends before it begins passes midnight. A date such as `2026-12-24` replaces its weekday.
 */
export interface OpeningHours {
  /** IANA name. */
  readonly timezone: string;
  readonly week: Readonly<
    Partial<
      Record<
        "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun",
        readonly (readonly [string, string])[]
      >
    >
  >;
  readonly exceptions: Readonly<Record<string, readonly (readonly [string, string])[]>>;
}
/** A department (CORE-023). Its `hours` replace those of the account (CORE-091). */
export interface DepartmentConfig {
  readonly id: number;
  readonly name: string;
  readonly operators: ReadonlySet<number>;
  readonly hours: OpeningHours | null;
}
/** A bot connection (BOT-003). */
export interface BotConfig {
  readonly id: number;
  readonly endpointId: number;
  readonly name: string;
  readonly photo: string;
  /** True if the connection is enabled and its provider is not suspended. */
  readonly enabled: boolean;
  /**
   * True if the endpoint is paused or disabled: the bot gets no chats, and its chats go to
   * operators (API-331). Absent: false.
   */
  readonly paused?: boolean;
  /** Channels that the bot serves; null: all. */
  readonly channels: ReadonlySet<number> | null;
  /**
   * Maximum wait after an invitation of operators (BOT-070). `graceMs`: silence of the bot after
   * which operators get the chat (BOT-077); 0: never.
   */
  readonly inviteWaitMs: number;
  readonly silentMs: number;
  /** Whether the bot receives `CHAT_CLOSED` (BOT-057). */
  readonly sendsChatClosed: boolean;
  /**
   * Whether a message that the bot posts to a chat completes a pending delivery to it (BOT-055).
   */
  readonly answersSettle: boolean;
}
export type WebhookEvent =
  | "call_event"
  | "chat_accepted"
  | "chat_assigned"
  | "chat_updated"
  | "chat_finished"
  | "offline_message";
/** Optional parts of a webhook's body (WH-026). */
export type WebhookBlock = "tags" | "invitation" | "custom_data" | "rating_comment";
/** A webhook endpoint (WH-001); in order of creation. */
export interface WebhookConfig {
  readonly id: number;
  /** Display name; "" if it has none. */
  readonly name: string;
  readonly endpointId: number;
  readonly enabled: boolean;
  readonly events: ReadonlySet<WebhookEvent>;
  /** Channels whose events it receives; null: all. */
  readonly channels: ReadonlySet<number> | null;
  readonly blocks: ReadonlySet<WebhookBlock>;
  /** Delay of `chat_finished` while the chat window asks for a rating (WH-080); 0: no delay. */
  readonly ratingWaitMs: number;
}
/**
 * Routing and timeouts of chats (CORE-031 – CORE-035). All times in milliseconds; 0 disables a
 * step.
 */
export interface RoutingConfig {
  readonly mode: "all" | "round_robin" | "least_busy" | "last_operator";
  /** Validity of an offer to one operator (CORE-206). */
  readonly offerMs: number;
  /** Escalation steps of CORE-035, measured from the start of the wait. `remindMs` repeats. */
  readonly nextMs: number;
  readonly departmentMs: number;
  readonly channelMs: number;
  readonly pushMs: number;
  readonly mailMs: number;
  readonly visitorMs: number;
  readonly remindMs: number;
  /** Whether push and mail are also sent outside working hours. */
  readonly notifyOutsideHours: boolean;
  /**
   * An open chat waits again if all its operators are offline this long with an unanswered visitor
   * message (CORE-031).
   */
  readonly graceMs: number;
  /**
   * An open chat goes to other operators if its operators do not answer a visitor's message this
   * long (CORE-153).
   */
  readonly reassignMs: number;
  /** A chat without messages closes after this time (CORE-032). */
  readonly inactivityMs: number;
  /** Whether visitors see their position in the queue. */
  readonly showsQueue: boolean;
  /**
   * When the timer of a waiting chat turns amber (`warnMs`) and red (`overdueMs`) for operators.
   * Display only.
   */
  readonly warnMs: number;
  readonly overdueMs: number;
  /** Which waiting chat rings first for operators. Display only. */
  readonly ringOrder: "longest" | "newest";
  /** Which chat opens after an operator closes one. Display only. */
  readonly afterClose: "waiting" | "mine" | "stay";
}
/** Settings of calls to visitors (CORE-100 – CORE-106). */
export interface CallsConfig {
  readonly enabled: boolean;
  /**
   * `desk`: operators call with their own phones. `http`: Parlour asks a telephony server
   * (CORE-104).
   */
  readonly driver: "desk" | "http";
  /** Replace the account's hours; null: the account's hours apply. */
  readonly hours: OpeningHours | null;
  /** Allowed prefixes of phone numbers, such as `+49`; []: any number. */
  readonly prefixes: readonly string[];
  /**
   * A call ends if no operator takes it, or if the visitor is not reached, within this time
   * (CORE-102). Milliseconds.
   */
  readonly noAnswerAgentMs: number;
  readonly noAnswerClientMs: number;
  /** Remaining minutes (CORE-105); null: unlimited. */
  readonly balanceMin: number | null;
  /** Endpoint of the telephony server; null: none is set. */
  readonly endpointId: number | null;
}
/** Kinds of block list entries (CORE-070). */
export type BlockListKind =
  | "visitor"
  | "ip"
  | "range"
  | "country"
  | "email"
  | "phone"
  | "user_token"
  | "customer";
/**
 * An active entry. `value` is normalized for comparison (core/blacklist); for `customer` it is
 * `<channel id> <customer key>`.
 */
export interface BlockListEntry {
  readonly id: number;
  readonly kind: BlockListKind;
  readonly value: string;
  /** Milliseconds since 1970; null: no end. */
  readonly until: number | null;
}
/**
 * Mail settings, present if the installation has mail (CFG-032): the account's endpoint in the
 * delivery log, and the recipients of each kind of mail.
 */
export interface MailConfig {
  readonly endpointId: number;
  /**
   * Operators who want mail about offline messages (`offline`) and about chats that no operator
   * takes (`missed`) (CORE-110, CORE-035).
   */
  readonly offline: ReadonlySet<number>;
  readonly missed: ReadonlySet<number>;
  /** Administrators who also get reminders by mail while a chat waits. */
  readonly reminders: ReadonlySet<number>;
}
/** A browser of an operator that receives push notifications. */
export interface PushDevice {
  readonly endpointId: number;
  readonly operatorId: number;
  readonly name: string;
}
/** An enabled trigger (WG-051), as the widget script receives it. */
export interface TriggerConfig {
  /** Widgets that use it; null: all. */
  readonly channels: ReadonlySet<number> | null;
  readonly rule: Rule;
}

/**
 * All settings of one account that command handlers read. `account_head.config_version` guards them
 * as a whole.
 */
export interface AccountConfig {
  readonly accountId: number;
  readonly version: number;
  readonly suspended: boolean;
  readonly operators: ReadonlyMap<number, OperatorConfig>;
  readonly channels: ReadonlyMap<number, ChannelConfig>;
  readonly departments: ReadonlyMap<number, DepartmentConfig>;
  /** Ascending by id, so the newest is last. */
  readonly bots: ReadonlyMap<number, BotConfig>;
  readonly webhooks: ReadonlyMap<number, WebhookConfig>;
  /** null: always open. */
  readonly hours: OpeningHours | null;
  readonly routing: RoutingConfig;
  readonly tags: ReadonlyMap<number, string>;
  /** In their configured order. Absent: none. */
  readonly triggers?: readonly TriggerConfig[];
  readonly blockList: readonly BlockListEntry[];
  /** Absent: none. */
  readonly push?: readonly PushDevice[];
  /** Absent: mail is not set up. */
  readonly mail?: MailConfig;
  /** Absent: off. */
  readonly calls?: CallsConfig;
}
