import { recordExchange } from "../../delivery/attempt/send-request.ts";
import type {
  AttemptOutcome,
  DeliveryDriver,
  RequestReady,
  RetryPolicy,
} from "../../delivery/index.ts";
import type { EgressReply } from "../../egress/index.ts";
import type { ConnectorTarget, Outbox, ServicePort } from "../ports.ts";
import type { ConnectorChannel } from "../connector-channel.ts";
import { createKeyedQueue } from "../inbound/keyed-queue.ts";
import { findChangedMessage } from "./change-reports.ts";
import { openMessage, openTarget, type MessageRef, type OpenedMessage } from "./open-message.ts";
import { sendParts } from "./send-parts.ts";

/** A part of a message on its way: the request that the delivery log shows. */
export interface PartRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body without secrets, if it has any. */
  readonly shownBody?: string;
  /** Credentials, of which the delivery log shows only the last four characters (CORE-125). */
  readonly secrets: readonly string[];
}

/** A service that gets each part of a message by one request and answers with its id. */
export interface PartService<Request extends PartRequest> {
  readonly policy: RetryPolicy;
  /** Builds the requests of a message, in order. Rejects never. */
  readonly buildRequests: (
    target: ConnectorTarget,
    message: Omit<OpenedMessage, "sentParts" | "quotedId">,
  ) => readonly Request[];
  readonly send: (
    target: ConnectorTarget,
    request: Request,
    timeoutMs: number,
  ) => Promise<EgressReply>;
  /** Returns the id of an accepted part, or null if the part was not accepted. */
  readonly readId: (target: ConnectorTarget, reply: EgressReply, request: Request) => string | null;
  readonly interpret: (reply: EgressReply, target: ConnectorTarget) => AttemptOutcome;
}

export interface PartsDriver {
  readonly driver: DeliveryDriver;
  /**
   * Runs a task about messages to a customer when none of them is being sent, because a receipt can
   * arrive before the id of its message is stored.
   */
  readonly afterSending: <T>(
    channel: ConnectorChannel,
    customer: string,
    task: () => Promise<T>,
  ) => Promise<T>;
}

/**
 * Creates the driver of a service that shows no changes of messages. The id of each part is stored
 * immediately, so that a later attempt continues with the next part.
 */
export function createPartsDriver<Request extends PartRequest>(
  deps: ServicePort & { readonly outbox: Outbox },
  service: PartService<Request>,
): PartsDriver {
  const { outbox } = deps;
  const queue = createKeyedQueue();
  const afterSending: PartsDriver["afterSending"] = ({ id }, customer, task) =>
    queue.run(`${id} ${customer}`, task);
  const driver: DeliveryDriver = {
    policy: service.policy,
    async buildRequest(claim) {
      const target = openTarget(outbox, claim);
      if ("never" in target) return target;
      if (findChangedMessage(claim) !== null)
        return { never: "refused", message: "The service does not change messages." };
      const { sentParts, ...opened } = await openMessage(outbox, target, claim);
      if (opened.message.deleted_at !== undefined)
        return { settled: { code: "deleted", message: "The message was deleted before." } };
      const remaining = service.buildRequests(target, opened).slice(sentParts);
      return remaining.length === 0
        ? { settled: { code: "sent_before", message: "An earlier attempt sent the message." } }
        : toRequest(opened.ref, remaining, (timeoutMs) =>
            afterSending(target.channel, target.customer, () =>
              sendParts<Request, SentPart<Request>>(deps, {
                target,
                ref: opened.ref,
                parts: remaining,
                timeoutMs,
                async send(request, _n, leftMs) {
                  const reply = await service.send(target, request, leftMs);
                  const externalId = service.readId(target, reply, request);
                  return { sent: { reply, request }, isAccepted: externalId !== null, externalId };
                },
              }),
            ),
          );
    },
    interpretResponse(reply, claim) {
      const target = openTarget(outbox, claim);
      if ("never" in target) throw new Error("the channel of an attempt is unknown");
      return service.interpret(reply, target);
    },
  };
  return { driver, afterSending };
}

interface SentPart<Request extends PartRequest> {
  readonly reply: EgressReply;
  readonly request: Request;
}

function toRequest<Request extends PartRequest>(
  { messageId }: MessageRef,
  remaining: readonly Request[],
  send: (timeoutMs: number) => Promise<SentPart<Request>>,
): RequestReady {
  const [first] = remaining;
  if (first === undefined) throw new Error("a message without parts is sent");
  return {
    ...hideBody(first),
    unsigned: true,
    chunked: false,
    webhookId: `msg_${messageId}`,
    warning: null,
    async send(timeoutMs) {
      const { reply, request } = await send(timeoutMs);
      const part = `${remaining.indexOf(request) + 1}/${remaining.length}`;
      return recordExchange({ ...hideBody(request), headers: { ...request.headers, part } }, reply);
    },
  };
}

const hideBody = (request: PartRequest): PartRequest => ({
  ...request,
  body: request.shownBody ?? request.body,
});
