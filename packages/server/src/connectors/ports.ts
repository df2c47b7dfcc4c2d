import type { Config } from "../config/read-config.ts";
import type { ChangeResult } from "../core/chat/message/changes/report-change.ts";
import type { Clock } from "../core/command.ts";
import type { Message } from "../core/entity.ts";
import type { Claim, DeliveryTarget } from "../delivery/queue/index.ts";
import type { Egress } from "../egress/index.ts";
import type { StoredFiles } from "../files/index.ts";
import type { Limits } from "../limits/index.ts";
import type { ConnectorChannel } from "./connector-channel.ts";
import type { ChannelStates, ExternalMessages } from "./external-messages.ts";
import type { ExternalFailure } from "./inbound-message.ts";
import type { Inbox } from "./inbox.ts";

export interface ConnectorPorts {
  /** Stores what customers do at the service. */
  readonly inbox: Inbox;
  /** Has what is sent to customers. */
  readonly outbox: Outbox;
  /** What every part of a connector needs to run and to reach its service. */
  readonly service: ServicePort;
  /** What the service and its requests must know about this installation. */
  readonly installation: InstallationPort;
}

export interface ConnectorTarget {
  readonly channel: ConnectorChannel;
  readonly customer: string;
}

/** Stores the results of changes of messages. */
export interface ChangeReporter {
  /** Stores what the service answered to the change of a message (CORE-431). */
  reportChange(message: Message, result: ChangeResult, account: number): Promise<void>;
}

/** What connectors send: the messages of deliveries, their files and their ids at the service. */
export interface Outbox extends ChangeReporter {
  /** Opens the channel of a delivery with its secrets. Returns null if it was deleted. */
  openTarget(target: DeliveryTarget): ConnectorTarget | null;
  readonly files: StoredFiles;
  readonly messages: ExternalMessages;
  /**
   * Lists the messages that wait in the lane of a claim, in order, for services to which several
   * are sent together. The first one is that of the claim.
   */
  listWaiting(claim: Claim): Promise<readonly WaitingMessage[]>;
  /** Ends the delay of those that wait for it. */
  releaseWaiting(claim: Claim): Promise<void>;
  /**
   * Marks a message that the service had accepted as failed (CORE-289). Resolves with false if the
   * message is unknown. Rejects with Refusal `temporarily_unavailable` while it is being sent.
   */
  fail(channel: ConnectorChannel, failure: ExternalFailure): Promise<boolean>;
}

export interface WaitingMessage {
  readonly message: Message;
  /** Name of the author now (CH-071). */
  readonly authorName: string;
  /** Attempts so far, and the time at which the message was written, in ms since 1970. */
  readonly totalAttempts: number;
  readonly createdAt: number;
}

export interface ServicePort {
  readonly clock: Clock;
  readonly log: Record<"debug" | "info" | "warn", (fields: object, message: string) => void>;
  readonly egress: Egress;
  readonly limits: Limits;
  readonly states: ChannelStates;
  /** Shows a request of the service in the request inspector (API-052). */
  readonly record: (channel: ConnectorChannel, request: ConnectorRequest) => void;
  /** Returns whether this node does a job that only one node needs to do. */
  readonly isResponsible: (job: string) => boolean;
  readonly onFault: (error: unknown) => void;
}

export interface InstallationPort {
  readonly version: string;
  /** The environment variables, for the address of a service's API. */
  readonly config: Config;
  readonly publicUrl: () => string;
  /** Returns 32 bytes derived from SECRET_KEY. The same purpose gives the same bytes. */
  readonly derive: (purpose: string) => Buffer;
}

/** A request of a service, or a poll or mail, as the request inspector shows it. */
export interface ConnectorRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer | null;
  readonly status: number;
  readonly durationMs: number;
  readonly fault: { readonly code: string; readonly message: string; readonly rule: string } | null;
  readonly requestId: string;
}
