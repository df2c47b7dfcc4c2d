import type { Call, ChatEntity, OfflineMessage, Visitor } from "../../core/entity.ts";
import type { AccountConfig, WebhookBlock, WebhookEvent } from "../../core/command.ts";
import type { WebhookBody } from "@parlour/protocol/webhook";
import type { Claim } from "../../queue/index.ts";
import { assignedBody, callBody, chatBody, finishedBody, offlineBody, ratedBody, type Common, type OfChat } from "./format/body.ts";
import { openLog, type Log } from "./format/log.ts";
import type { AgentFacts, Content, Facts, Material } from "./material.ts";
import { bodyMaxBytes } from "./policy.ts";

export interface BuildDeps {
  readonly material: Material;
  readonly config: (account: number) => Promise<AccountConfig>;
  /** Product version for `User-Agent` (WH-003). */
  readonly version: string;
}

/** Builds headers and body of one event from its journal entry and stored data (WH-033). */
export async function buildContent(deps: BuildDeps, claim: Claim): Promise<Content> {
  const event = claim.delivery.event as WebhookEvent;
  const given = await read(deps, claim);
  const body = JSON.stringify(await bodies[event](given));
  return { headers: webhookHeaders(deps.version, event, given.facts.sequence), body };
}

/** Builds the headers of WH-003 without the signature. */
export function webhookHeaders(version: string, event: WebhookEvent, sequence: number): Record<string, string> {
  return {
    "content-type": "application/json; charset=utf-8",
    accept: "application/json",
    "user-agent": `Parlour/${version}`,
    "parlour-event": event,
    "parlour-seq": String(sequence),
  };
}

interface Given extends Common {
  readonly entry: Entry;
  readonly chat: ChatEntity | null;
  readonly claim: Claim;
  readonly material: Material;
}
/** Data of the journal entries that cause webhook events (API-107). */
interface Entry {
  readonly chat?: ChatEntity;
  readonly crm_link?: string;
  readonly call?: Call;
  readonly offline_message?: OfflineMessage;
}

async function read({ material, config }: BuildDeps, claim: Claim): Promise<Given> {
  const { account, endpointId, delivery, source } = claim;
  const entry = JSON.parse(source.entry.body) as Entry;
  const settings = await config(account);
  // Null for an offline message.
  const { chatId } = delivery;
  // Merged changes and calls use the current chat. Other events use the chat at the time of the
  // event.
  const isOfThatMoment = delivery.event !== "chat_updated" && entry.chat !== undefined;
  const chat = isOfThatMoment ? (entry.chat ?? null) : chatId === null ? null : await material.chat(account, chatId);
  const visitor: Visitor = entry.offline_message?.visitor ?? present(chat).visitor;
  const blocks = [...settings.webhooks.values()].find((one) => one.endpointId === endpointId)?.blocks ?? new Set<WebhookBlock>();
  const facts: Facts = await material.facts({
    account,
    endpointId,
    chatId,
    visitorId: visitor.id,
    position: delivery.position,
    at: delivery.createdAt,
    withInvitation: delivery.event === "chat_finished" || chat?.state === "closed" || blocks.has("invitation"),
  });
  return { entry, chat, claim, material, config: settings, facts, blocks, at: delivery.createdAt };
}

/** Body builders by event. */
const bodies: Readonly<Record<WebhookEvent, (given: Given) => Promise<WebhookBody>>> = {
  chat_accepted: async (given) => chatBody("chat_accepted", await held(given)),
  chat_updated: updated,
  chat_assigned: async (given) => assignedBody(await held(given), given.entry.crm_link ?? ""),
  chat_finished: finished,
  call_event: async (given) => {
    const call = present(given.entry.call);
    return callBody({ ...given, chat: present(given.chat), agent: await operator(given, call.operator?.id) }, call);
  },
  offline_message: (given) => Promise.resolve(offlineBody(given, present(given.entry.offline_message))),
};

/**
 * Builds `chat_updated`. After the end of a chat only its rating changes. The body then has the
 * same `chat` as `chat_finished` (WH-080).
 */
async function updated(given: Given): Promise<WebhookBody> {
  const of = await held(given);
  const bare = chatBody("chat_updated", of);
  if (of.chat.state !== "closed") return bare;
  const log = await logOf(given, of.chat, bodyMaxBytes - Buffer.byteLength(JSON.stringify(bare), "utf8"));
  return ratedBody(of, log);
}

async function held(given: Given): Promise<OfChat> {
  const chat = present(given.chat);
  return { ...given, chat, agent: await operator(given, chat.assignee?.id) };
}

async function operator({ material, claim }: Given, id: number | undefined): Promise<AgentFacts | null> {
  return id === undefined ? null : ((await material.operators(claim.account, [id]))[0] ?? null);
}

async function finished(given: Given): Promise<WebhookBody> {
  const chat = await withRating(given, present(given.chat));
  const agents = await given.material.agents(given.claim.account, chat.id);
  const nothing: Log = { messages: [], plain: "", html: "", isTruncated: true };
  const bare = finishedBody({ ...given, chat, agents }, nothing);
  const log = await logOf(given, chat, bodyMaxBytes - Buffer.byteLength(JSON.stringify(bare), "utf8"));
  return finishedBody({ ...given, chat, agents }, log);
}

/**
 * Returns the chat as it ended, with a rating that arrived while the event waited for it (WH-080).
 */
async function withRating({ material, claim }: Given, chat: ChatEntity): Promise<ChatEntity> {
  const now = await material.chat(claim.account, chat.id);
  if (now === null || now.rating === null) return chat;
  return { ...chat, rating: now.rating, ...(now.rating_comment === undefined ? {} : { rating_comment: now.rating_comment }) };
}

/** Loads the newest messages that fit into `maxLogoBytes`, oldest first. */
async function logOf({ material, claim, config }: Given, chat: ChatEntity, room: number): Promise<Log> {
  const log = openLog(room, { timezone: config.hours?.timezone ?? "UTC", anonymous: `Anonymous ${chat.visitor.number}` });
  for (let before: number | null = null; ;) {
    const page = await material.log(claim.account, chat.id, claim.delivery.position, before);
    for (const message of page.messages) if (!log.add(message)) return log.end(true);
    if (page.next === null) return log.end(false);
    before = page.next;
  }
}

function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error("a webhook is owed for something that does not exist");
  return value;
}
