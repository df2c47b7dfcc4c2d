import type { Condition } from "@parlour/protocol/conditions/condition";
import type { FieldOfFact, Segments } from "@parlour/protocol/conditions/facts";
import type { LocalizedField } from "@parlour/protocol/localized-field";
import type { FieldSource } from "@parlour/protocol/field-kinds";
import type { WebhookEventName } from "@parlour/protocol/webhook";
import type { OpeningHours } from "@parlour/protocol/hours/open-hours";
import type { Agent } from "@parlour/protocol/api";
import type { BotHours } from "@parlour/protocol/settings/kinds/bots/bot";
import type { Rule } from "@parlour/protocol/rules";
import type { ChannelKind, Role, WidgetSettings } from "./entity.ts";
import type { OperatorRole } from "./operator/role.ts";

/** Settings of an operator that command handlers read. Part of AccountConfig. */
export interface OperatorConfig extends OperatorRole {
  readonly id: number;
  readonly name: string;
  readonly photo: string;
  readonly active: boolean;
  readonly chatLimit: number;
  /** Outside them, no chat is offered to the operator (CORE-396). null: at any time. */
  readonly hours: OpeningHours | null;
  /** BCP 47 tags, and names of skills (CORE-397). Absent means none. */
  readonly languages?: readonly string[];
  readonly skills?: readonly string[];
}
/**
 * Settings of a channel that command handlers and delivery planners read. Part of AccountConfig.
 */
export interface ChannelConfig {
  readonly id: number;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly publicId: string;
  readonly enabled: boolean;
  readonly deleted: boolean;
  /** null for a channel with a chat window, because it has no endpoint. */
  readonly endpointId: number | null;
  readonly mediaAs: "media objects" | "text with link";
  /** Whether its endpoint handles changes of messages (CH-126). Absent means false. */
  readonly messageChanges?: boolean;
  /** Whether an enabled bot makes the channel available (CH-011). Absent means false. */
  readonly botAvailable?: boolean;
  readonly operators: ReadonlySet<number>;
  /** Settings of a widget (WG-090). Absent for other channels. */
  readonly widget?: WidgetSettings;
  /** The old system that gets the messages of its visitors too (MV-080). Absent: none. */
  readonly oldSystem?: {
    readonly endpointId: number;
    /** Whether operators answer here, and whether its chats ring here (MV-084, MV-085). */
    readonly operatorsAnswer: boolean;
    readonly chatsRing: boolean;
  };
}
/** A department (CORE-023). Its `hours` replace the hours of the account (CORE-091). */
export interface DepartmentConfig {
  readonly id: number;
  readonly name: string;
  readonly operators: ReadonlySet<number>;
  readonly hours: OpeningHours | null;
  /** Whether it demands the visitor's language, and skills (CORE-397). Absent means none. */
  readonly matchLanguage?: boolean;
  readonly skills?: readonly string[];
}
/** A bot connection (BOT-003). */
export interface BotConfig {
  readonly id: number;
  readonly endpointId: number;
  readonly name: string;
  readonly photo: string;
  /** True if the connection is enabled and its provider is not suspended. */
  readonly enabled: boolean;
  /** True if the endpoint is paused or disabled: operators get the chats (API-331). */
  readonly paused?: boolean;
  /** Channels that the bot serves. null means all. */
  readonly channels: ReadonlySet<number> | null;
  /** New chats that the bot starts (BOT-112). Absent: all, always, after those with a number. */
  readonly condition?: Condition;
  readonly hours?: BotHours;
  readonly precedence?: number;
  /**
   * Maximum wait after the bot invites operators (BOT-070). `silentMs`: time without a message of
   * the bot after which operators get the chat (BOT-077); 0 means never.
   */
  readonly inviteWaitMs: number;
  readonly silentMs: number;
  /** Whether the bot receives `CHAT_CLOSED` (BOT-057). */
  readonly sendsChatClosed: boolean;
  /** Whether a typed number reaches the bot as the text of its button (BOT-094). */
  readonly sendsButtonText: boolean;
  /** Whether a message that the bot posts to a chat settles a pending delivery (BOT-055). */
  readonly answersSettle: boolean;
  /** Present if a model answers as this bot, which no provider has (AGENT-003). */
  readonly model?: {
    readonly state: Agent["state"];
    readonly sharePercent: number;
    /** Whether the chat window has a button that asks for a person (AGENT-031). */
    readonly offersPerson: boolean;
  };
}
/** The definition of a field (FLD-001). */
export interface FieldConfig extends FieldOfFact, LocalizedField {
  readonly name: string;
  /** Roles that change values, besides owners. */
  readonly edit_roles: readonly Role[];
  readonly sources: readonly FieldSource[];
  /** When a value must be there (FLD-021). */
  readonly required: "never" | "start" | "close";
}
export type WebhookEvent = WebhookEventName;
/** Optional parts of a webhook's body (WH-026). */
export type WebhookBlock = "tags" | "invitation" | "custom_data" | "rating_comment";
/** A webhook endpoint (WH-001). Webhooks are stored in order of creation. */
export interface WebhookConfig {
  readonly id: number;
  /** Display name, or "" if the webhook has no name. */
  readonly name: string;
  readonly endpointId: number;
  readonly enabled: boolean;
  readonly events: ReadonlySet<WebhookEvent>;
  /** Channels whose events the webhook receives. null means all. */
  readonly channels: ReadonlySet<number> | null;
  /** Departments of the events (WH-106). null means all, and events without a department. */
  readonly departments: ReadonlySet<number> | null;
  /** Whether `message_created` contains the text (WH-109). */
  readonly sendsText: boolean;
  readonly blocks: ReadonlySet<WebhookBlock>;
  /** Delay of `chat_finished` while the window asks for a rating (WH-080), in ms. 0: none. */
  readonly ratingWaitMs: number;
}
/** Routing and timeouts of chats (CORE-031 – CORE-035), in milliseconds. 0 disables a step. */
export interface RoutingConfig {
  readonly mode: "all" | "round_robin" | "least_busy" | "last_operator";
  /** How long an offer to one operator is valid (CORE-206). */
  readonly offerMs: number;
  /** Escalation steps of CORE-035, measured from the start of the wait. `remindMs` repeats. */
  readonly nextMs: number;
  readonly departmentMs: number;
  readonly channelMs: number;
  readonly pushMs: number;
  readonly mailMs: number;
  readonly visitorMs: number;
  readonly remindMs: number;
  /** Whether push notifications and emails are also sent outside working hours. */
  readonly notifyOutsideHours: boolean;
  /**
   * If all operators of an open chat are offline this long and a visitor message is unanswered, the
   * chat waits again (CORE-031).
   */
  readonly graceMs: number;
  /**
   * If the operators of an open chat do not answer a visitor's message within this time, the chat
   * goes to other operators (CORE-153).
   */
  readonly reassignMs: number;
  /**
   * Time without messages after which an answered chat is closed (CORE-032): chats of site widgets
   * and of interface A, of mail channels, and of messengers.
   */
  readonly inactivityMs: number;
  readonly mailInactivityMs: number;
  readonly messengerInactivityMs: number;
  /** Whether visitors see their position in the queue. */
  readonly showsQueue: boolean;
  /** Time until a waiting chat's clock turns amber (`warnMs`) or red (`overdueMs`) on screens. */
  readonly warnMs: number;
  readonly overdueMs: number;
  /** Which waiting chat rings first for operators. Display only. */
  readonly ringOrder: "longest" | "newest";
  /** Which chat opens after an operator closes one. Display only. */
  readonly afterClose: "waiting" | "mine" | "stay";
  /** Whether a chat is reserved for the operator who writes in it (API-524). */
  readonly reservesChats: boolean;
}
/** Settings of calls to visitors (CORE-100 – CORE-106). */
export interface CallsConfig {
  readonly enabled: boolean;
  /** `desk`: operators use their own phones. `http`: a telephony server calls (CORE-104). */
  readonly driver: "desk" | "http";
  /** Working hours of calls. null means that the hours of the account apply. */
  readonly hours: OpeningHours | null;
  /** Allowed prefixes of phone numbers, such as `+49`. [] allows any number. */
  readonly prefixes: readonly string[];
  /**
   * A call ends if no operator takes it within `noAnswerAgentMs`, or if the visitor is not reached
   * within `noAnswerClientMs` (CORE-102).
   */
  readonly noAnswerAgentMs: number;
  readonly noAnswerClientMs: number;
  /** Remaining minutes (CORE-105). null means unlimited. */
  readonly balanceMin: number | null;
  /** Endpoint of the telephony server, or null if none is set. */
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
 * An active entry of the block list. `value` is normalized for comparison (core/blacklist). For the
 * kind `customer`, `value` is `<channel id> <customer key>`.
 */
export interface BlockListEntry {
  readonly id: number;
  readonly kind: BlockListKind;
  readonly value: string;
  /** End of the entry in milliseconds since 1970. null means no end. */
  readonly until: number | null;
}
/**
 * Email settings: the account's endpoint in the delivery log, and the recipients of each kind of
 * email. Present only if the installation can send email (CFG-032).
 */
export interface MailConfig {
  readonly endpointId: number;
  /**
   * Operators who want an email about offline messages (`offline`) or about chats that no operator
   * accepts (`missed`) (CORE-110, CORE-035).
   */
  readonly offline: ReadonlySet<number>;
  readonly missed: ReadonlySet<number>;
  /** Administrators who also get reminders by email while a chat waits. */
  readonly reminders: ReadonlySet<number>;
}
/** A browser in which an operator receives push notifications. */
export interface PushDevice {
  readonly endpointId: number;
  readonly operatorId: number;
  readonly name: string;
}
/** An enabled trigger (WG-051), as the widget script receives it. */
interface TriggerConfig {
  /** Widgets that use the trigger. null means all. */
  readonly channels: ReadonlySet<number> | null;
  readonly rule: Rule;
}

/**
 * All settings of one account that command handlers read. `account_head.config_version` is the
 * version of all of them together and guards against stale reads.
 */
export interface AccountConfig {
  readonly accountId: number;
  readonly version: number;
  readonly suspended: boolean;
  readonly operators: ReadonlyMap<number, OperatorConfig>;
  readonly channels: ReadonlyMap<number, ChannelConfig>;
  readonly departments: ReadonlyMap<number, DepartmentConfig>;
  /** Sorted by ascending id, so the newest bot is last. */
  readonly bots: ReadonlyMap<number, BotConfig>;
  readonly webhooks: ReadonlyMap<number, WebhookConfig>;
  /** Working hours of the account. null means always open. */
  readonly hours: OpeningHours | null;
  readonly routing: RoutingConfig;
  /** Fields in the order of their creation. Absent means none. */
  readonly fields?: readonly FieldConfig[];
  /** Shared segments that can be tested for chats (SEG-007). Absent means none. */
  readonly segments?: Segments;
  readonly tags: ReadonlyMap<number, string>;
  /** Triggers in their configured order. Absent means none. */
  readonly triggers?: readonly TriggerConfig[];
  readonly blockList: readonly BlockListEntry[];
  /** Browsers that receive push notifications. Absent means none. */
  readonly push?: readonly PushDevice[];
  /** Email settings. Absent means that email is not set up. */
  readonly mail?: MailConfig;
  /** Settings of calls. Absent means that calls are off. */
  readonly calls?: CallsConfig;
}
