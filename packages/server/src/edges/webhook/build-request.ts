import type {
  Call,
  ChatEntity,
  Delivery,
  Message,
  OfflineMessage,
  Visitor,
} from "../../core/entity.ts";
import type { AccountConfig, WebhookBlock, WebhookEvent } from "../../core/command.ts";
import type { WebhookBody } from "@parlour/protocol/webhook";
import type { Claim } from "../../delivery/queue/index.ts";
import {
  buildAssignedBody,
  buildCallBody,
  buildChatBody,
  buildFailureBody,
  buildFinishedBody,
  buildMessageBody,
  buildOfflineBody,
  buildRatedBody,
  buildRatingBody,
  buildVisitorBody,
  buildVisitorChatBody,
  type CommonBodyInput,
  type ChatBodyInput,
} from "./format/body.ts";
import { toChatMessage } from "./format/chat-message.ts";
import { createMessageLog, type MessageLog } from "./format/message-log.ts";
import type { AgentData, StoredRequest, EventData, EventDataReader } from "./event-data.ts";
import { maxBodyBytes } from "./retry-policy.ts";

export interface BuildRequestDeps {
  readonly material: EventDataReader;
  readonly config: (account: number) => Promise<AccountConfig>;
  /** Product version for `User-Agent` (WH-003). */
  readonly version: string;
}

/** Builds the headers and body of one event from its journal entry and stored data (WH-033). */
export async function buildRequest(deps: BuildRequestDeps, claim: Claim): Promise<StoredRequest> {
  const event = claim.delivery.event as WebhookEvent;
  const input = await loadInput(deps, claim);
  const body = JSON.stringify(await bodyBuilders[event](input));
  return { headers: buildHeaders(deps.version, event, input.facts.sequence), body };
}

/** Builds the headers of WH-003 without the signature. */
export function buildHeaders(
  version: string,
  event: WebhookEvent,
  sequence: number,
): Record<string, string> {
  return {
    "content-type": "application/json; charset=utf-8",
    accept: "application/json",
    "user-agent": `Parlour/${version}`,
    "parlour-event": event,
    "parlour-seq": String(sequence),
  };
}

interface EventInput extends CommonBodyInput {
  readonly entry: EntryData;
  readonly chat: ChatEntity | null;
  readonly visitor: Visitor;
  /** Whether the webhook sends the texts of messages (WH-109). */
  readonly sendsText: boolean;
  readonly claim: Claim;
  readonly material: EventDataReader;
}
/** Data of the journal entries that cause webhook events (API-107). */
interface EntryData {
  readonly chat?: ChatEntity;
  readonly crm_link?: string;
  readonly call?: Call;
  readonly offline_message?: OfflineMessage;
  readonly visitor?: Visitor;
  readonly delivery?: Delivery;
}

async function loadInput(
  { material, config }: BuildRequestDeps,
  claim: Claim,
): Promise<EventInput> {
  const { account, endpointId, delivery, source } = claim;
  const entry = JSON.parse(source.entry.body) as EntryData;
  const settings = await config(account);
  // Null for an offline message.
  const { chatId } = delivery;
  // Merged changes, calls and messages use the current chat. All other events use the chat at the
  // time of the event.
  const usesEntryChat = delivery.event !== "chat_updated" && entry.chat !== undefined;
  const chat = usesEntryChat
    ? (entry.chat ?? null)
    : chatId === null
      ? null
      : await material.chat(account, chatId);
  const visitor =
    chat?.visitor ??
    entry.offline_message?.visitor ??
    (await loadVisitor(material, account, entry));
  const { blocks = new Set<WebhookBlock>(), sendsText = false } =
    [...settings.webhooks.values()].find((webhook) => webhook.endpointId === endpointId) ?? {};
  const facts: EventData = await material.facts({
    account,
    endpointId,
    chatId,
    visitorId: visitor.id,
    position: delivery.position,
    at: delivery.createdAt,
    withInvitation:
      delivery.event === "chat_finished" || chat?.state === "closed" || blocks.has("invitation"),
  });
  const at = delivery.createdAt;
  return {
    entry,
    chat,
    visitor,
    claim,
    material,
    config: settings,
    facts,
    blocks,
    sendsText,
    at,
  };
}

/** Loads the visitor of an entry about a visitor without a running chat. */
async function loadVisitor(
  material: EventDataReader,
  account: number,
  { visitor }: EntryData,
): Promise<Visitor> {
  return assertPresent(await material.visitor(account, assertPresent(visitor).id));
}

/** Body builders by event name. */
const bodyBuilders: Readonly<Record<WebhookEvent, (input: EventInput) => Promise<WebhookBody>>> = {
  chat_accepted: async (input) => buildChatBody("chat_accepted", await withAgent(input)),
  chat_updated: buildUpdatedEvent,
  chat_assigned: async (input) =>
    buildAssignedBody(await withAgent(input), input.entry.crm_link ?? ""),
  chat_finished: buildFinishedEvent,
  call_event: async (input) => {
    const call = assertPresent(input.entry.call);
    return buildCallBody(
      {
        ...input,
        chat: assertPresent(input.chat),
        agent: await loadOperator(input, call.operator?.id),
      },
      call,
    );
  },
  offline_message: (input) =>
    Promise.resolve(buildOfflineBody(input, assertPresent(input.entry.offline_message))),
  chat_created: async (input) => buildChatBody("chat_created", await withAgent(input)),
  message_created: async (input) => {
    const { body, seq } = input.claim.source.entry;
    const message = { ...(JSON.parse(body) as Message), seq: assertPresent(seq) };
    const { sendsText: withText } = input;
    return buildMessageBody(await withAgent(input), toChatMessage(message), { withText });
  },
  chat_rated: async (input) => {
    const chatInput = await withAgent(input);
    const agents = await input.material.agents(input.claim.account, chatInput.chat.id);
    return buildRatingBody({ ...chatInput, agents });
  },
  visitor_updated: async (input) =>
    input.chat === null
      ? buildVisitorBody(input, input.visitor, input.claim.source.target.channel?.id ?? 0)
      : buildVisitorChatBody(await withAgent(input)),
  message_delivery_failed: buildFailureEvent,
};

/** Builds `message_delivery_failed` from the failed delivery and the message that it carried. */
async function buildFailureEvent(input: EventInput): Promise<WebhookBody> {
  const { claim, material } = input;
  const { id, endpoint, seq, attempts, error, outcome } = assertPresent(input.entry.delivery);
  const { kind: to } = endpoint;
  if (to !== "channel" && to !== "bot" && to !== "mail")
    throw new Error(`no webhook event exists for a failure of ${to}`);
  const chatInput = await withAgent(input);
  const message = assertPresent(
    await material.message(claim.account, chatInput.chat.id, assertPresent(seq)),
  );
  const code = error?.code ?? outcome ?? "";
  return buildFailureBody(chatInput, toChatMessage(message), { id, to, attempts, code });
}

/**
 * Builds `chat_updated`. After the end of a chat, only its rating can change. The body then has the
 * same `chat` as `chat_finished` (WH-102).
 */
async function buildUpdatedEvent(input: EventInput): Promise<WebhookBody> {
  const chatInput = await withAgent(input);
  const bodyWithoutLog = buildChatBody("chat_updated", chatInput);
  if (chatInput.chat.state !== "closed") return bodyWithoutLog;
  const log = await loadMessageLog(
    input,
    chatInput.chat,
    maxBodyBytes - Buffer.byteLength(JSON.stringify(bodyWithoutLog), "utf8"),
  );
  return buildRatedBody(chatInput, log);
}

async function withAgent(input: EventInput): Promise<ChatBodyInput> {
  const chat = assertPresent(input.chat);
  return { ...input, chat, agent: await loadOperator(input, chat.assignee?.id) };
}

async function loadOperator(
  { material, claim }: EventInput,
  id: number | undefined,
): Promise<AgentData | null> {
  return id === undefined ? null : ((await material.operators(claim.account, [id]))[0] ?? null);
}

async function buildFinishedEvent(input: EventInput): Promise<WebhookBody> {
  const chat = await addRating(input, assertPresent(input.chat));
  const agents = await input.material.agents(input.claim.account, chat.id);
  const emptyLog: MessageLog = { messages: [], plain: "", html: "", isTruncated: true };
  const bodyWithoutLog = buildFinishedBody({ ...input, chat, agents }, emptyLog);
  const log = await loadMessageLog(
    input,
    chat,
    maxBodyBytes - Buffer.byteLength(JSON.stringify(bodyWithoutLog), "utf8"),
  );
  return buildFinishedBody({ ...input, chat, agents }, log);
}

/**
 * Returns the chat at its end, with a rating that arrived while the event waited for one (WH-080).
 */
async function addRating({ material, claim }: EventInput, chat: ChatEntity): Promise<ChatEntity> {
  const currentChat = await material.chat(claim.account, chat.id);
  if (currentChat === null || currentChat.rating === null) return chat;
  return {
    ...chat,
    rating: currentChat.rating,
    ...(currentChat.rating_comment === undefined
      ? {}
      : { rating_comment: currentChat.rating_comment }),
  };
}

/** Loads the newest messages that fit into `maxBytes`, oldest first. */
async function loadMessageLog(
  { material, claim, config }: EventInput,
  chat: ChatEntity,
  maxBytes: number,
): Promise<MessageLog> {
  const log = createMessageLog(maxBytes, {
    timezone: config.hours?.timezone ?? "UTC",
    anonymous: `Anonymous ${chat.visitor.number}`,
  });
  for (let before: number | null = null; ;) {
    const page = await material.log(claim.account, chat.id, claim.delivery.position, before);
    for (const message of page.messages) if (!log.add(message)) return log.end(true);
    if (page.next === null) return log.end(false);
    before = page.next;
  }
}

function assertPresent<T>(value: T | null | undefined): T {
  if (value === null || value === undefined)
    throw new Error("the object of a webhook event does not exist");
  return value;
}
