import type { Rule } from "@parlour/protocol/rules";
import type { Role, WidgetSettings } from "./entity.ts";

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
  /** BOT-055: what it posts for a chat settles a delivery there. */
  readonly answersSettle: boolean;
}
export type WebhookEvent = "call_event" | "chat_accepted" | "chat_assigned" | "chat_updated" | "chat_finished" | "offline_message";
/** Optional parts of a webhook's body (WH-026). */
export type WebhookBlock = "tags" | "invitation" | "custom_data" | "rating_comment";
/** A webhook endpoint (WH-001); in order of creation. */
export interface WebhookConfig {
  readonly id: number;
  /** For people; "" without one. */
  readonly name: string;
  readonly endpointId: number;
  readonly enabled: boolean;
  readonly events: ReadonlySet<WebhookEvent>;
  /** null: all. */
  readonly channels: ReadonlySet<number> | null;
  readonly blocks: ReadonlySet<WebhookBlock>;
  /** How long `chat_finished` waits for the rating that the window asks for (WH-080); 0: never. */
  readonly ratingWaitMs: number;
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
  /** An open chat goes to others when its operators leave a visitor's message unanswered so long (CORE-153). */
  readonly reassignMs: number;
  /** A chat without messages closes (CORE-032). */
  readonly inactivityMs: number;
  /** Whether a waiting chat tells its place in the queue. */
  readonly showsQueue: boolean;
  /** When a waiting chat's timer turns amber and red for operators. Shown only: nothing is decided by it. */
  readonly warnMs: number;
  readonly overdueMs: number;
  /** Which waiting chat rings first for operators. Shown only. */
  readonly ringOrder: "longest" | "newest";
  /** Which chat opens for an operator who closes one. Shown only. */
  readonly afterClose: "waiting" | "mine" | "stay";
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
/** A trigger that is on (WG-051), as the script of a widget carries it. */
export interface TriggerConfig {
  /** Widgets; null: all. */
  readonly channels: ReadonlySet<number> | null;
  readonly rule: Rule;
}

/** All settings of one account that verbs read, guarded as a whole by account_head.config_version. */
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
