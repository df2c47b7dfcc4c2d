import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import {
  IdParams,
  EmptyBody,
  OfflineChat,
  OfflineMail,
  OfflineMessageWithDeliveries,
  OfflineMessages,
  OfflineMessagesQuery,
} from "@parlour/protocol/api";
import type { OfflineMessageRecord } from "../../core/record/offline-message.ts";
import type { Principal } from "../../auth/index.ts";
import { cleanText, isBlank } from "../../core/chat/text.ts";
import { continueChat } from "../../core/chat/continue.ts";
import { startChat } from "../../core/chat/start.ts";
import type { Delivery, OfflineMessage } from "../../core/entity.ts";
import { Refusal, refuse } from "../../core/failure.ts";
import type { CommandHandler } from "../../core/command.ts";
import { answerInChat, updateOfflineMessage, answerByMail } from "../../core/visitor/offline-message.ts";
import { cursorOf, placeOf } from "./cursor.ts";
import type { Deps } from "./deps.ts";
import { found, idOf } from "./ids.ts";
import { route, type Call } from "./route.ts";
import { onceAround } from "./settings.ts";
import { sightOf } from "./sight.ts";

type OfflineDeps = Pick<Deps, "auth" | "rights" | "offlineMessages" | "visitors" | "chats" | "write" | "change" | "once" | "clock">;
type OfflineCall = Pick<Call<{ readonly id: string }, unknown, unknown>, "principal" | "params" | "key">;

/** Registers the routes for offline messages (CORE-110, API-060). */
export function offlineMessageRoutes(app: FastifyInstance, deps: OfflineDeps): void {
  listOffline(app, deps);
  oneOffline(app, deps);
  moveOffline(app, deps, "take", "Take it: it is mine to answer");
  moveOffline(app, deps, "done", "Nothing is left to do about it");
  mailOffline(app, deps);
  chatOffline(app, deps);
}

function listOffline(app: FastifyInstance, deps: OfflineDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/offline-messages",
    action: "chats.read",
    tag: "offline",
    summary: "Offline messages, newest first",
    query: OfflineMessagesQuery,
    status: 200,
    answer: OfflineMessages,
    handle: async ({ principal, query }) => {
      const { limit = 50, state, cursor } = query;
      const [key, id] = cursor === undefined ? [] : placeOf("offline", cursor, 2);
      const rows = await deps.offlineMessages.list(principal.accountId, sightOf(deps, principal), {
        limit: limit + 1,
        ...(state === undefined ? {} : { state }),
        ...(key === undefined || id === undefined ? {} : { after: { key, id } }),
      });
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      const deliveries = await deliveriesOf(deps, principal, items);
      return {
        items: items.map(({ message }) => wire(deps, principal, message, deliveries)),
        next_cursor: rows.length > limit && last !== undefined ? cursorOf("offline", [last.place.key, last.place.id]) : null,
      };
    },
  });
}
function oneOffline(app: FastifyInstance, deps: OfflineDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/offline-messages/:id",
    action: "chats.read",
    tag: "offline",
    summary: "One offline message",
    params: IdParams,
    status: 200,
    answer: OfflineMessageWithDeliveries,
    handle: ({ principal, params }) => read(deps, principal, idOf(params.id, "offline message")),
  });
}
function moveOffline(app: FastifyInstance, deps: OfflineDeps, name: "take" | "done", summary: string): void {
  const to = name === "take" ? "taken" : "done";
  route(app, deps.auth, {
    method: "POST",
    url: `/offline-messages/:id/${name}`,
    action: "chats.answer",
    tag: "offline",
    summary,
    params: IdParams,
    body: EmptyBody,
    status: 200,
    answer: OfflineMessageWithDeliveries,
    handle: (call) =>
      onceAround(deps, call, () => {
        const { operatorId } = call.principal;
        return changed(deps, call, ({ stored }) =>
          stored.state === "done" || (to === "taken" && stored.operator?.id === operatorId)
            ? null
            : updateOfflineMessage({ stored, operatorId, to }),
        );
      }),
  });
}
function mailOffline(app: FastifyInstance, deps: OfflineDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/offline-messages/:id/mail",
    action: "chats.answer",
    tag: "offline",
    summary: "Answer by mail, which stands in the ledger; the message is done",
    params: IdParams,
    body: OfflineMail,
    status: 200,
    answer: OfflineMessageWithDeliveries,
    handle: (call) =>
      onceAround(deps, call, () => {
        const subject = cleanText(call.body.subject).trim();
        const text = cleanText(call.body.text).trim();
        if (isBlank(subject)) refuse("invalid_request", "subject is empty.", { field: "subject" });
        if (/\p{Cc}/u.test(subject)) refuse("invalid_request", "subject is one line.", { field: "subject" });
        if (isBlank(text)) refuse("invalid_request", "text is empty.", { field: "text" });
        const { operatorId } = call.principal;
        const quoted = call.body.quote ?? true;
        return changed(deps, call, ({ stored }) => answerByMail({ stored, operatorId, subject, text, quoted }));
      }),
  });
}
function chatOffline(app: FastifyInstance, deps: OfflineDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/offline-messages/:id/chat",
    action: "chats.answer",
    tag: "offline",
    summary: "Answer in a chat with the visitor: his running one, else a new one; the message is done",
    params: IdParams,
    body: EmptyBody,
    status: 200,
    answer: OfflineChat,
    handle: (call) =>
      onceAround(deps, call, async () => {
        const { operatorId } = call.principal;
        const chatId = await chatFor(deps, call);
        const message = await changed(deps, call, ({ stored }) =>
          stored.answers?.some((one) => one.chat_id === chatId) === true ? null : answerInChat({ stored, operatorId, chatId }),
        );
        return { chat_id: chatId, offline_message: message };
      }),
  });
}

/** Returns the visitor's open chat, or a chat that continues the latest one, or a first chat. */
async function chatFor(deps: OfflineDeps, call: OfflineCall): Promise<number> {
  const { accountId: account, operatorId } = call.principal;
  const sight = sightOf(deps, call.principal);
  const { message, customer, visitorNumber } = await stored(deps, call);
  const last = (await deps.visitors.find(account, sight, visitorNumber))?.last?.chat ?? null;
  if (last !== null && last.state !== "closed") return last.id;
  const { channel, page, session, department } = message;
  const begun =
    last === null
      ? deps.write({
          account,
          subject: { customer: { channelId: channel.id, key: customer } },
          handler: startChat({
            operatorId,
            channelId: channel.id,
            openChats: (await deps.chats.openCounts(account)).get(operatorId) ?? 0,
            page,
            session,
            department,
          }),
        })
      : deps.write({ account, subject: { chat: last.id, operator: operatorId }, handler: continueChat({ operatorId }) });
  try {
    return (JSON.parse((await begun).answer) as { id: number }).id;
  } catch (error) {
    // The visitor started a chat meanwhile, or has one that the principal cannot see.
    if (error instanceof Refusal && error.failure.failure === "already_running" && error.failure.chatId !== undefined)
      return error.failure.chatId;
    throw error;
  }
}

/** Attempts of a change that conflicts with another one. */
const mostTries = 5;
/**
 * Changes a message by a command handler. Null from the callback: nothing to change. Of concurrent
 * changes of the same state one is written: the state is the key of an idempotent write, so the
 * others load the message again.
 */
async function changed(
  deps: OfflineDeps,
  call: OfflineCall,
  verbOf: (found: OfflineMessageRecord) => CommandHandler | null,
): Promise<OfflineMessageWithDeliveries> {
  const { accountId: account } = call.principal;
  for (let n = 0; n < mostTries; n++) {
    const record = await stored(deps, call);
    const verb = verbOf(record);
    if (verb === null) return read(deps, call.principal, record.stored.id);
    const { id, state, channel, answers = [] } = record.stored;
    const scope = `offline:${id}`;
    const written = await deps.write({
      account,
      subject: { customer: { channelId: channel.id, key: record.customer } },
      handler: verb,
      idempotency: { scope, key: `${state}.${answers.length}`, hash: createHash("sha256").update(scope).digest() },
    });
    if (!written.replayed) return read(deps, call.principal, id);
  }
  return refuse("temporarily_unavailable", "Others change this message at the same time. Try again.", { retryAfterMs: 200 });
}

async function stored(deps: OfflineDeps, { principal, params }: OfflineCall): Promise<OfflineMessageRecord> {
  const id = idOf(params.id, "offline message");
  return found(await deps.offlineMessages.find(principal.accountId, sightOf(deps, principal), id), "offline message");
}

async function read(deps: OfflineDeps, principal: Principal, id: number): Promise<OfflineMessageWithDeliveries> {
  const record = found(await deps.offlineMessages.find(principal.accountId, sightOf(deps, principal), id), "offline message");
  return wire(deps, principal, record.message, await deliveriesOf(deps, principal, [record]));
}

function deliveriesOf(
  deps: OfflineDeps,
  principal: Principal,
  records: readonly OfflineMessageRecord[],
): Promise<ReadonlyMap<number, Delivery>> {
  const ids = records.flatMap(({ stored: { answers = [] } }) => answers.flatMap((one) => one.delivery_id ?? []));
  return deps.offlineMessages.deliveries(principal.accountId, ids);
}

function wire(
  deps: OfflineDeps,
  principal: Principal,
  message: OfflineMessage,
  deliveries: ReadonlyMap<number, Delivery>,
): OfflineMessageWithDeliveries {
  const shown = deps.rights.masksText(principal) ? deps.rights.maskOffline(message) : message;
  return { ...shown, deliveries: (message.answers ?? []).map((one) => deliveries.get(one.delivery_id ?? 0) ?? null) };
}
