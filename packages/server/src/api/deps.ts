import type { Readable } from "node:stream";
import type { AuditAction, Draft } from "@parlour/protocol/api";
import type { BotOutgoingEvent } from "@parlour/protocol/bot";
import type { BotTestRecord } from "../store/settings/integrations/bot-record.ts";
import type { SettingsChangeResult } from "../store/settings/account/settings-change.ts";
import type { SetupProgress } from "../store/settings/account/get-started-record.ts";
import type { FailedDeliveriesFilter } from "../store/deliveries/delivery-record.ts";
import type { WebhookData } from "../core/chat/details/apply-webhook-data.ts";
import type { Presence } from "../core/entity.ts";
import type { AccountConfig, Clock, IdempotencyKey, WebhookEvent, WriteCommand } from "../core/command.ts";
import type { Auth, Principal } from "../auth/index.ts";
import type { PlannedDelivery, TestResult } from "../delivery/index.ts";
import type { Files } from "../files/index.ts";
import type { PictureProxy } from "../files/picture-proxy.ts";
import type { Inspector } from "../inspect/index.ts";
import type { AccountStore } from "./stores/accounts.ts";
import type { ApiKeyStore } from "./stores/api-keys.ts";
import type { AuditStore } from "./stores/audit.ts";
import type { BlacklistStore } from "./stores/blacklist.ts";
import type { ProviderStore } from "./stores/bot-providers.ts";
import type { BotStore } from "./stores/bots.ts";
import type { CallStore } from "./stores/calls.ts";
import type { CannedReplyStore } from "./stores/canned-replies.ts";
import type { ChannelStore } from "./stores/channels.ts";
import type { ChatStore } from "./stores/chats.ts";
import type { ErasureStore, ErasingPort, RetentionStore } from "./stores/data.ts";
import type { DeliveryStore } from "./stores/deliveries.ts";
import type { DepartmentStore } from "./stores/departments.ts";
import type { DraftStore, MentionStore } from "./stores/drafts.ts";
import type { OidcStore, PolicyStore } from "./stores/security.ts";
import type { EndpointStore } from "./stores/endpoints.ts";
import type { HealthPort } from "./stores/health.ts";
import type { InstanceStore } from "./stores/instance.ts";
import type { OperatorStore } from "./stores/operators.ts";
import type { MailPort, MailStore } from "./stores/mail.ts";
import type { OfflineMessageStore } from "./stores/offline-messages.ts";
import type { PushPort, PushStore } from "./stores/push.ts";
import type { TagStore } from "./stores/tags.ts";
import type { TriggerStore } from "./stores/triggers.ts";
import type { ReportStore } from "./stores/reports.ts";
import type { SearchStore } from "./stores/search.ts";
import type { Tx } from "./stores/tx.ts";
import type { OnlinePort, VisitorStore } from "./stores/visitors.ts";
import type { WebhookStore } from "./stores/webhooks.ts";

/** A zip that is sent as it is made. */
interface Zip {
  readonly body: Readable;
  add(path: string, open: () => Readable | Promise<Readable>, how?: { readonly packed?: boolean }): void;
  end(): void;
}

/**
 * What the service API needs, grouped by subject; `server.ts` passes it in. `createServiceStore`
 * provides reads and writers, the named parts the rest.
 */
export interface Deps {
  readonly clock: Pick<Clock, "now" | "scheduleAt">;
  /** CFG-002, without a slash at the end: base of invitation links. */
  readonly publicUrl: () => string;
  /** CH-003, without a slash at the end: base of inbound URLs. */
  readonly channelBase: () => string;
  readonly widgetBase: () => string;
  /** BOT-010, without a slash at the end: base of the addresses for bot providers. */
  readonly botBase: () => string;
  readonly auth: Auth;
  /** The one write path (journal). */
  readonly write: WriteCommand;
  /** Settings of an account, from the journal's cache. */
  readonly config: (account: number) => Promise<AccountConfig>;
  /** `journal.change`: one transaction under the account's head. */
  readonly change: <R>(
    account: number,
    change: (tx: Tx) => Promise<SettingsChangeResult<R> & { readonly deliveries?: readonly PlannedDelivery[] }>,
  ) => Promise<R>;
  /** Deliveries of a mail about a change of settings, to be written with it; empty: mail is not set up. */
  readonly planMail: (account: number, kind: "address_opened") => Promise<readonly PlannedDelivery[]>;
  /** One run per Idempotency-Key inside such a transaction. */
  readonly once: <R>(
    tx: Tx,
    now: number,
    account: number,
    key: IdempotencyKey | null,
    run: () => Promise<SettingsChangeResult<R>>,
  ) => Promise<SettingsChangeResult<R>>;
  readonly audit: (tx: Tx, entry: Audit) => Promise<void>;
  readonly auditLog: AuditStore;
  readonly erasures: ErasureStore;
  readonly retention: RetentionStore;
  /** Everything of the account as a zip. */
  readonly archive: (account: number) => Promise<Readable | null>;
  /** An empty zip to be filled, and the content of a stored file; null: its store has lost it. */
  readonly openZip: () => Zip;
  readonly contentOf: (file: {
    readonly token: string;
    readonly size: number;
    readonly storage: "disk" | "s3";
  }) => Promise<Readable | null>;
  /** Removes visitors for good. */
  readonly erasing: ErasingPort;
  readonly chats: ChatStore;
  readonly calls: CallStore;
  /** One request to the telephony server of an account, with `test`. Refusal `not_found`: there is none. */
  readonly callTest: (account: number) => Promise<TestResult>;
  readonly visitors: VisitorStore;
  /** Who has a page with a widget open. */
  readonly here: OnlinePort;
  readonly deliveries: DeliveryStore;
  readonly endpointRows: EndpointStore;
  /** Requests in both directions, in memory. */
  readonly inspector: Pick<Inspector, "list">;
  readonly channels: ChannelStore;
  readonly operators: OperatorStore;
  readonly accounts: AccountStore;
  readonly apiKeys: ApiKeyStore;
  readonly search: SearchStore;
  readonly reports: ReportStore;
  readonly blacklist: BlacklistStore;
  readonly departments: DepartmentStore;
  readonly tags: TagStore;
  readonly triggers: TriggerStore;
  readonly cannedReplies: CannedReplyStore;
  readonly drafts: DraftStore;
  readonly mentions: MentionStore;
  readonly botProviders: ProviderStore;
  readonly bots: BotStore;
  readonly webhooks: WebhookStore;
  readonly instance: InstanceStore;
  /** What an account has done so far, as seen by one of its operators. */
  readonly startFacts: (account: number, operator: number) => Promise<SetupProgress>;
  /** How the installation is doing. */
  readonly health: HealthPort;
  readonly files: Pick<Files, "store" | "storePhoto" | "find" | "claim" | "release" | "discard">;
  /** CFG-030: largest upload, in bytes. */
  readonly fileBytes: () => number;
  /** Pictures at addresses that integrators gave. */
  readonly picture: PictureProxy["picture"];
  readonly realtime: RealtimePort;
  readonly endpoints: EndpointPort;
  readonly tests: TestPort;
  readonly offlineMessages: OfflineMessageStore;
  /** CORE-013. */
  readonly policy: PolicyStore;
  readonly oidcRows: OidcStore;
  /** Where an address is (CFG-013); "" for what is not known. */
  readonly placeOf: (address: string) => { readonly country: string; readonly city: string };
  /** One more mail with a link, for an e-mail and from an address: how long to wait, ms; 0: taken. */
  readonly takeReset: (email: string, address: string) => number;
  /** For what fails after its answer went out. */
  readonly onFault: (error: unknown) => void;
  /** Settings of mail, and the part that sends it. */
  readonly mailRows: MailStore;
  readonly mail: MailPort;
  /** Devices that get notices, and the part that sends them. */
  readonly pushDevices: PushStore;
  readonly push: PushPort;
  /** Decrypts what was stored under SECRET_KEY. */
  readonly open: (sealed: Buffer) => string;
  /** Why this is no entry of the allow list (CFG-010), one sentence, or null. */
  readonly egressTargetFault: (entry: string) => string | null;
  /** What is wrong with limits of CFG-030, one sentence each. */
  readonly limitFaults: (limits: Readonly<Record<string, number>>) => readonly string[];
}

export interface Audit {
  readonly accountId: number | null;
  readonly at: number;
  readonly actorKind: "operator" | "key" | "anonymous";
  readonly actorId: number | null;
  readonly action: AuditAction;
  readonly target: string | null;
  readonly address: string;
  readonly requestId: string;
  readonly result: "ok" | "refused";
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
  /** A draft was kept: the operator's other devices follow (API-045). */
  publishDraft(of: { account: number; operatorId: number; draft: Draft }): void;
  /** A read mark was moved: the operator's other devices follow (API-029). */
  publishReadMark(of: { account: number; operatorId: number; chatId: number; seq: number }): void;
  /** Sessions of an operator, or a key, ended: forget cached rights and close sockets (4001) within 2 s (CORE-003). */
  ended(who: { account: number; operatorId?: number; keyId?: number }): void;
}

export interface EndpointPort {
  /**
   * `Egress.check`: the address rules of CORE-123, without a request. `resolveNames`: names are looked up, for the owner of the installation alone;
   * `https`: plain http only where the allow list names the target.
   */
  check(
    url: string,
    rules: { readonly resolveNames: boolean; readonly secure?: "http" | "https" },
  ): Promise<{ ok: true } | { ok: false; message: string }>;
  /** A new series for a delivery whose last one ended (CH-086). Refusals `not_found`, `not_deliverable`. */
  resend(account: number, deliveryId: number): Promise<unknown>;
  /** What waits may go: an endpoint takes requests again. Others hear of it by settings_changed; this spares the wait for it. */
  wake(): void;
  /** How many deliveries `replay` would send again. */
  countResendable(ended: FailedDeliveriesFilter): Promise<number>;
  /** Sends them again, oldest first, at most `most`; resolves with how many. Refusal `not_deliverable`: the endpoint is off. */
  replay(ended: FailedDeliveriesFilter, most: number): Promise<number>;
}

/**
 * Test messages and events, as each edge sends them: what is absent, this server has no edge for. `sample`: fields in the place of the default
 * ones. Refusal `not_found`.
 */
export interface TestPort {
  readonly samples: (account: number) => readonly { readonly kind: "bot" | "webhook"; readonly event: string; readonly sample: Sample }[];
  /** CH-113. */
  readonly channel?: (account: number, channelId: number) => Promise<TestResult>;
  readonly bot?: (account: number, endpointId: number, event: BotOutgoingEvent, sample?: Sample) => Promise<TestResult>;
  /** The latest test of a bot connection (BOT-090); null: it was never tested. */
  readonly botTest?: (account: number, botId: number) => Promise<BotTestRecord | null>;
  readonly webhook?: (account: number, endpointId: number, event: WebhookEvent, sample?: Sample) => Promise<WebhookTestOutcome>;
}
type Sample = Readonly<Record<string, unknown>>;

/** Also what the reply means (WH-041 – WH-048). */
export interface WebhookTestOutcome extends TestResult {
  readonly isOk: boolean;
  readonly data: WebhookData | null;
  readonly note: { readonly code: string; readonly message: string } | null;
}
