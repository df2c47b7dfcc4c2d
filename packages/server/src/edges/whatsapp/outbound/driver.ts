import type { Clock } from "../../../core/command.ts";
import type { Message, Reaction } from "../../../core/entity.ts";
import {
  findChangedMessage,
  findSentReaction,
  withChangeReports,
} from "../../../connectors/outbound/change-reports.ts";
import {
  openMessage,
  openTarget,
  type MessageRef,
  type OpenedMessage,
} from "../../../connectors/outbound/open-message.ts";
import type { ConnectorTarget, Outbox, ServicePort } from "../../../connectors/ports.ts";
import type {
  DeliveryDriver,
  RequestImpossible,
  RequestReady,
  SendResult,
} from "../../../delivery/index.ts";
import type { EgressReply } from "../../../egress/index.ts";
import { buildFile, buildParts, buildReaction, type MessagePart } from "../format/build-message.ts";
import { createChannelPauses } from "../../../connectors/meta/channel-pauses.ts";
import { buildCallbackData } from "../../../connectors/outbound/callback-data.ts";
import { findAcceptedFile, type AcceptedFile } from "../format/media.ts";
import { createProof, type GraphClient } from "../../../connectors/meta/graph-client.ts";
import { toText } from "../../../connectors/meta/values.ts";
import { parseReply } from "../service/parse-reply.ts";
import { interpretResponse } from "./interpret-response.ts";
import { messageRetryPolicy } from "../../../connectors/outbound/confirmed-retry-policy.ts";
import {
  acceptFile,
  sendMetaParts,
  uploadFile,
  type OpenedFile,
} from "../../../connectors/meta/send-parts.ts";

export interface OutboundDeps {
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly log: ServicePort["log"];
  readonly graph: GraphClient;
  readonly callbackKey: Buffer;
}

/** Creates the driver that sends messages to customers of WhatsApp (WA-020 to WA-025). */
export function createOutbound(deps: OutboundDeps): DeliveryDriver {
  const pauses = createChannelPauses(deps.clock, (reply) =>
    numberLimits.has(parseReply(reply).error?.code ?? ""),
  );
  const driver: DeliveryDriver = {
    policy: messageRetryPolicy,
    async buildRequest(claim) {
      const target = openTarget(deps.outbox, claim);
      if ("never" in target) return target;
      const pausedUntil = pauses.find(target.channel.id);
      if (pausedUntil !== null) return { later: pausedUntil };
      const changed = findChangedMessage(claim);
      if (changed !== null) return buildChanging(deps, target, changed, findSentReaction(claim));
      const opened = await openMessage(deps.outbox, target, claim);
      const file = acceptFile(opened.file, findAcceptedFile);
      const parts = buildParts(opened.message, file?.accepted.messageType ?? null);
      if (opened.sentParts >= parts.length)
        return {
          settled: {
            code: "confirmed_by_state",
            message: "WhatsApp had accepted the message in an earlier attempt.",
          },
        };
      return toRequest(deps, target, { ...opened, parts, file });
    },
    interpretResponse: (reply, { delivery }) =>
      interpretResponse(reply, { attempts: delivery.attempts + 1 }),
    afterAttempt: pauses.afterAttempt,
  };
  return withChangeReports(driver, deps.outbox);
}

/** Builds what sets or takes back the reaction of the team. WhatsApp makes no other change. */
async function buildChanging(
  deps: OutboundDeps,
  target: ConnectorTarget,
  message: Message,
  reaction: Reaction | null,
): Promise<RequestReady | RequestImpossible> {
  const [wamid] = await deps.outbox.messages.listOf(target.channel, {
    chatId: message.chat_id,
    seq: message.seq,
  });
  if (wamid === undefined || reaction === null)
    return { never: "refused", message: "WhatsApp does not have the message." };
  const parts = [buildReaction(reaction, wamid)];
  return toRequest(deps, target, { ref: null, parts, file: null, sentParts: 0, quotedId: null });
}

/** Codes of limits that concern the whole phone number and not one customer. */
const numberLimits = new Set(["4", "80007", "130429"]);

interface Outgoing extends Omit<OpenedMessage, "message" | "file" | "ref"> {
  /** null: a reaction, which is not a message of a chat. Its states have no effect. */
  readonly ref: MessageRef | null;
  readonly parts: readonly MessagePart[];
  readonly file: OpenedFile<AcceptedFile> | null;
}

function toRequest(
  deps: OutboundDeps,
  target: ConnectorTarget,
  { ref, parts, file, sentParts, quotedId }: Outgoing,
): RequestReady {
  const { graph, callbackKey } = deps;
  const { channel, customer } = target;
  const path = `${String(channel.settings["phone_number_id"])}/messages`;
  const recipient = /^\d+$/.test(customer) ? { to: customer } : { recipient: customer };
  const buildBody = (content: Readonly<Record<string, unknown>>, part: number) => ({
    messaging_product: "whatsapp",
    recipient_type: "individual",
    ...recipient,
    context: part === 0 && quotedId !== null ? { message_id: quotedId } : undefined,
    biz_opaque_callback_data:
      ref === null ? undefined : buildCallbackData({ ...ref, part }, callbackKey),
    ...content,
  });
  const request = {
    url: graph.url(channel, path),
    headers: graph.headers(channel),
    secrets: [channel.secrets["access_token"] ?? "", createProof(channel)],
  };
  return {
    ...request,
    unsigned: true,
    body: "",
    chunked: false,
    webhookId: ref === null ? "reaction" : `msg_${ref.messageId}`,
    warning: null,
    send: (timeoutMs): Promise<SendResult> =>
      sendMetaParts<MessagePart>(deps, {
        target,
        ref,
        parts,
        firstPart: sentParts,
        async build(part, n, remainingMs) {
          if (part.kind === "content") return buildBody(part.content, n);
          const mediaId = await upload(graph, channel, file, remainingMs);
          if (typeof mediaId !== "string") return mediaId;
          return buildBody(buildFile(part, mediaId, file?.accepted.type ?? ""), n);
        },
        post: async (body, remainingMs) => ({
          body,
          reply: await graph.post(channel, path, body, remainingMs),
        }),
        readId: (reply) => (reply.kind === "answered" ? parseReply(reply).wamid : null),
        request,
        timeoutMs,
      }),
  };
}

/** Uploads a file to POST /{phone_number_id}/media. Returns its id, or the response. */
const upload = (
  graph: GraphClient,
  channel: ConnectorTarget["channel"],
  opened: OpenedFile<AcceptedFile> | null,
  timeoutMs: number,
): Promise<string | EgressReply> =>
  uploadFile(
    opened,
    ({ accepted: { type }, name, size }, body) =>
      graph.upload(
        channel,
        `${String(channel.settings["phone_number_id"])}/media`,
        {
          texts: { messaging_product: "whatsapp", type },
          field: "file",
          type,
          name,
          size,
          body,
        },
        timeoutMs,
      ),
    (reply) => (reply.kind === "answered" ? toText(parseReply(reply).body["id"]) : ""),
  );
