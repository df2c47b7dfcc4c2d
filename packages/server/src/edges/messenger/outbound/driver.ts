import { buildCallbackData } from "../../../connectors/outbound/callback-data.ts";
import { createChannelPauses } from "../../../connectors/meta/channel-pauses.ts";
import { createProof, type GraphClient } from "../../../connectors/meta/graph-client.ts";
import { messageRetryPolicy } from "../../../connectors/outbound/confirmed-retry-policy.ts";
import {
  acceptFile,
  sendMetaParts,
  uploadFile,
  type OpenedFile,
  type SentRequest,
} from "../../../connectors/meta/send-parts.ts";
import { toText } from "../../../connectors/meta/values.ts";
import {
  findChangedMessage,
  findSentReaction,
  withChangeReports,
} from "../../../connectors/outbound/change-reports.ts";
import {
  openMessage,
  openTarget,
  type MessageRef,
} from "../../../connectors/outbound/open-message.ts";
import type { ConnectorTarget, Outbox, ServicePort } from "../../../connectors/ports.ts";
import type { Clock } from "../../../core/command.ts";
import type { Message, Reaction } from "../../../core/entity.ts";
import type {
  DeliveryDriver,
  RequestImpossible,
  RequestReady,
  SendResult,
} from "../../../delivery/index.ts";
import type { EgressReply } from "../../../egress/index.ts";
import type { JsonObject } from "../../../http/body/json.ts";
import { buildParts, buildReaction, type MessagePart } from "../format/build-message.ts";
import { findAcceptedFile, type AcceptedFile } from "../format/files.ts";
import type { Product } from "../products.ts";
import { parseReply } from "../service/reply.ts";
import { interpretResponse, isChannelLimit, isTooLate } from "./interpret-response.ts";

export interface OutboundDeps {
  readonly product: Product;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly log: ServicePort["log"];
  readonly graph: GraphClient;
  readonly metadataKey: Buffer;
}
const messagesPath = "me/messages";

/** Creates the driver that sends messages to customers (ME-020 to ME-028). */
export function createOutbound(deps: OutboundDeps): DeliveryDriver {
  const { product, outbox, clock } = deps;
  const pauses = createChannelPauses(clock, isChannelLimit);
  const driver: DeliveryDriver = {
    policy: messageRetryPolicy,
    async buildRequest(claim) {
      const target = openTarget(outbox, claim);
      if ("never" in target) return target;
      const pausedUntil = pauses.find(target.channel.id);
      if (pausedUntil !== null) return { later: pausedUntil };
      const changed = findChangedMessage(claim);
      if (changed !== null) return buildChanging(deps, target, changed, findSentReaction(claim));
      const opened = await openMessage(outbox, target, claim);
      const { message, ref, sentParts } = opened;
      const file = acceptFile(opened.file, (one) => findAcceptedFile(product, one));
      const parts = buildParts(product, message, file?.accepted.attachment ?? null);
      if (sentParts >= parts.length)
        return {
          settled: {
            code: "confirmed_by_state",
            message: `${product.name} had accepted the message in an earlier attempt.`,
          },
        };
      const isFromPerson = message.author.kind === "operator";
      return toRequest(deps, target, { ref, parts, file, firstPart: sentParts, isFromPerson });
    },
    interpretResponse: (reply, { delivery }) =>
      interpretResponse(reply, { attempts: delivery.attempts + 1 }),
    afterAttempt: pauses.afterAttempt,
  };
  return withChangeReports(driver, outbox);
}

/** Builds what sets or takes back the reaction of the team. Meta makes no other change. */
async function buildChanging(
  deps: OutboundDeps,
  target: ConnectorTarget,
  message: Message,
  reaction: Reaction | null,
): Promise<RequestReady | RequestImpossible> {
  const [mid] = await deps.outbox.messages.listOf(target.channel, {
    chatId: message.chat_id,
    seq: message.seq,
  });
  if (mid === undefined || reaction === null)
    return { never: "refused", message: `${deps.product.name} does not have the message.` };
  const parts = [buildReaction(deps.product, reaction, mid)];
  return toRequest(deps, target, {
    ref: null,
    parts,
    file: null,
    firstPart: 0,
    isFromPerson: false,
  });
}

interface OutgoingFile {
  readonly file: OpenedFile<AcceptedFile> | null;
  readonly timeoutMs: number;
}
interface Outgoing {
  /** null: a reaction, which is not a message of a chat. */
  readonly ref: MessageRef | null;
  readonly parts: readonly MessagePart[];
  readonly firstPart: number;
  readonly file: OpenedFile<AcceptedFile> | null;
  /** Whether a person wrote it, and not a bot. */
  readonly isFromPerson: boolean;
}

function toRequest(
  deps: OutboundDeps,
  target: ConnectorTarget,
  { ref, parts, firstPart, file, isFromPerson }: Outgoing,
): RequestReady {
  const { graph } = deps;
  const { channel } = target;
  const request = {
    url: graph.url(channel, messagesPath),
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
        firstPart,
        build: (part, n, remainingMs) =>
          buildBody(deps, target, { part, n, ref, file, timeoutMs: remainingMs }),
        post: (body, remainingMs) => post(graph, target, { body, isFromPerson }, remainingMs),
        readId: (reply) => (reply.kind === "answered" ? parseReply(reply).id : null),
        request,
        timeoutMs,
      }),
  };
}

interface BodyInput extends OutgoingFile {
  readonly ref: MessageRef | null;
  readonly part: MessagePart;
  readonly n: number;
}
/** Builds the body of a request. Returns the response if the file was not uploaded. */
async function buildBody(
  { product, graph, metadataKey }: OutboundDeps,
  { channel, customer }: ConnectorTarget,
  { part, n, ref, file, timeoutMs }: BodyInput,
): Promise<JsonObject | EgressReply> {
  const recipient = { id: customer };
  if (part.kind === "action") return { recipient, ...part.action };
  const metadata = ref === null ? "" : buildCallbackData({ ...ref, part: n }, metadataKey);
  const common = { recipient, messaging_type: "RESPONSE" };
  if (part.kind === "text") {
    const replies = part.labels.map((title, position) => ({
      content_type: "text",
      title,
      payload: `${metadata}#${position}`,
    }));
    const quickReplies = replies.length === 0 ? {} : { quick_replies: replies };
    return { ...common, message: { text: part.text, metadata, ...quickReplies } };
  }
  const attachmentId = await upload(product, graph, channel, { file, timeoutMs });
  if (typeof attachmentId !== "string") return attachmentId;
  const attachment = { type: part.type, payload: { attachment_id: attachmentId } };
  return { ...common, message: { attachment, metadata } };
}

/** Uploads a file, whose name the service accepts only in ASCII (ME-021). */
const upload = (
  { object }: Product,
  graph: GraphClient,
  channel: ConnectorTarget["channel"],
  { file, timeoutMs }: OutgoingFile,
): Promise<string | EgressReply> =>
  uploadFile(
    file,
    ({ accepted, name, size }, body) => {
      const attachment = { type: accepted.attachment, payload: { is_reusable: false } };
      const platform = object === "instagram" ? { platform: "instagram" } : {};
      return graph.upload(
        channel,
        "me/message_attachments",
        {
          texts: { ...platform, message: JSON.stringify({ attachment }) },
          field: "filedata",
          type: accepted.type,
          name: name.replaceAll(/[^\x20-\x7e]/g, "_"),
          size,
          body,
        },
        timeoutMs,
      );
    },
    (reply) => (reply.kind === "answered" ? toText(parseReply(reply).body["attachment_id"]) : ""),
  );

/** Sends a request. A person may answer for seven days, with a tag after the first (ME-031). */
async function post(
  graph: GraphClient,
  { channel }: ConnectorTarget,
  { body, isFromPerson }: { readonly body: JsonObject; readonly isFromPerson: boolean },
  timeoutMs: number,
): Promise<SentRequest> {
  const reply = await graph.post(channel, messagesPath, body, timeoutMs);
  if (!isFromPerson || !isTooLate(reply)) return { body, reply };
  const tagged = { ...body, messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" };
  return { body: tagged, reply: await graph.post(channel, messagesPath, tagged, timeoutMs) };
}
