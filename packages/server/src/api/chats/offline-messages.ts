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
import {
  type OfflineMessageRecord,
  listOfflineMessages,
  findOfflineMessage,
  findDeliveriesById,
} from "../../store/chats/offline-message.ts";
import { type Principal, maskFor, maskOffline } from "../../auth/index.ts";
import { cleanText, isBlank } from "../../core/text.ts";
import { continueChat } from "../../core/chat/continue.ts";
import { startChat } from "../../core/chat/start.ts";
import type { Delivery, OfflineMessage } from "../../core/entity.ts";
import { Refusal, refuse } from "../../core/failure.ts";
import type { CommandHandler } from "../../core/command.ts";
import {
  answerInChat,
  updateOfflineMessage,
  answerByMail,
} from "../../core/visitor/offline-message.ts";
import { cutPage, decodeCursor } from "../kit/cursor.ts";
import { requireFound, parseId } from "../kit/ids.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import { runIdempotent } from "../kit/change-settings.ts";
import { getChatVisibility } from "./visibility.ts";
import { findVisitor } from "../../store/visitors/visitor.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

type OfflineContext = RequestContext<{ readonly id: string }, unknown, unknown>;

/** Registers the routes for offline messages (CORE-110, API-284). */
export function offlineMessageRoutes(app: FastifyInstance, deps: RouteDeps): void {
  listOfflineRoute(app, deps);
  getOfflineRoute(app, deps);
  moveOfflineRoute(app, deps, "take", "Take an offline message");
  moveOfflineRoute(app, deps, "done", "Mark an offline message as done");
  mailOfflineRoute(app, deps);
  chatOfflineRoute(app, deps);
}

function listOfflineRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/offline-messages",
    action: "chats.read",
    tag: "offline",
    summary: "List offline messages",
    query: OfflineMessagesQuery,
    status: 200,
    answer: OfflineMessages,
    handle: async ({ principal, query }) => {
      const { limit = 50, state, cursor } = query;
      const [key, id] = decodeCursor("offline", cursor, 2);
      const rows = await listOfflineMessages(
        deps.reader,
        principal.accountId,
        getChatVisibility(principal),
        {
          limit: limit + 1,
          state,
          after: key === undefined || id === undefined ? undefined : { key, id },
        },
      );
      const page = cutPage("offline", rows, limit, (row) => [row.cursor.key, row.cursor.id]);
      const deliveries = await loadDeliveries(deps, principal, page.items);
      return {
        ...page,
        items: page.items.map(({ message }) => serializeMessage(principal, message, deliveries)),
      };
    },
  });
}
function getOfflineRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/offline-messages/:id",
    action: "chats.read",
    tag: "offline",
    summary: "Get an offline message",
    params: IdParams,
    status: 200,
    answer: OfflineMessageWithDeliveries,
    handle: ({ principal, params }) =>
      loadMessage(deps, principal, parseId(params.id, "offline message")),
  });
}
function moveOfflineRoute(
  app: FastifyInstance,
  deps: RouteDeps,
  name: "take" | "done",
  summary: string,
): void {
  const to = name === "take" ? "taken" : "done";
  declareRoute(app, deps.auth, {
    method: "POST",
    url: `/offline-messages/:id/${name}`,
    action: "chats.answer",
    tag: "offline",
    summary,
    params: IdParams,
    body: EmptyBody,
    status: 200,
    answer: OfflineMessageWithDeliveries,
    handle: (context) =>
      runIdempotent(deps, context, () => {
        const { operatorId } = context.principal;
        return changeMessage(deps, context, ({ stored }) =>
          stored.state === "done" || (to === "taken" && stored.operator?.id === operatorId)
            ? null
            : updateOfflineMessage({ stored, operatorId, to }),
        );
      }),
  });
}
function mailOfflineRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/offline-messages/:id/mail",
    action: "chats.answer",
    tag: "offline",
    summary: "Answer an offline message by email",
    params: IdParams,
    body: OfflineMail,
    status: 200,
    answer: OfflineMessageWithDeliveries,
    handle: (context) =>
      runIdempotent(deps, context, () => {
        const subject = cleanText(context.body.subject).trim();
        const text = cleanText(context.body.text).trim();
        if (isBlank(subject)) refuse("invalid_request", "subject is empty.", { field: "subject" });
        if (/\p{Cc}/u.test(subject))
          refuse("invalid_request", "subject must be a single line.", { field: "subject" });
        if (isBlank(text)) refuse("invalid_request", "text is empty.", { field: "text" });
        const { operatorId } = context.principal;
        const quoted = context.body.quote ?? true;
        return changeMessage(deps, context, ({ stored }) =>
          answerByMail({ stored, operatorId, subject, text, quoted }),
        );
      }),
  });
}
function chatOfflineRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/offline-messages/:id/chat",
    action: "chats.answer",
    tag: "offline",
    summary: "Answer an offline message in a chat",
    params: IdParams,
    body: EmptyBody,
    status: 200,
    answer: OfflineChat,
    handle: (context) =>
      runIdempotent(deps, context, async () => {
        const { operatorId } = context.principal;
        const chatId = await findOrStartChat(deps, context);
        const message = await changeMessage(deps, context, ({ stored }) =>
          stored.answers?.some((item) => item.chat_id === chatId) === true
            ? null
            : answerInChat({ stored, operatorId, chatId }),
        );
        return { chat_id: chatId, offline_message: message };
      }),
  });
}

/** Returns the visitor's open chat. Otherwise starts one, which continues the latest chat. */
async function findOrStartChat(deps: RouteDeps, context: OfflineContext): Promise<number> {
  const { operatorId } = context.principal;
  const account = context.principal.accountId;
  const visibility = getChatVisibility(context.principal);
  const { message, customer, visitorNumber } = await loadRecord(deps, context);
  const last =
    (await findVisitor(deps.reader, account, visibility, visitorNumber))?.last?.chat ?? null;
  if (last !== null && last.state !== "closed") return last.id;
  const { channel, page, session, department } = message;
  const pendingWrite =
    last === null
      ? deps.write({
          account,
          subject: { customer: { channelId: channel.id, key: customer }, operator: operatorId },
          handler: startChat({
            operatorId,
            channelId: channel.id,
            page,
            session,
            department,
          }),
        })
      : deps.write({
          account,
          subject: { chat: last.id, operator: operatorId },
          handler: continueChat({ operatorId }),
        });
  try {
    return (await pendingWrite).answer.id;
  } catch (error) {
    // The visitor has started another chat in between, or has one that the principal cannot see.
    if (
      error instanceof Refusal &&
      error.failure.failure === "already_running" &&
      error.failure.chatId !== undefined
    )
      return error.failure.chatId;
    throw error;
  }
}

/** Maximum number of attempts if changes conflict. */
const maxAttempts = 5;
/**
 * Changes an offline message through a command handler. If the callback returns null, nothing
 * changes. The current state is the key of an idempotent write, so only one of several concurrent
 * changes is written. The others load the message again.
 */
async function changeMessage(
  deps: RouteDeps,
  context: OfflineContext,
  toCommandHandler: (found: OfflineMessageRecord) => CommandHandler | null,
): Promise<OfflineMessageWithDeliveries> {
  const account = context.principal.accountId;
  for (let n = 0; n < maxAttempts; n++) {
    const record = await loadRecord(deps, context);
    const handler = toCommandHandler(record);
    if (handler === null) return loadMessage(deps, context.principal, record.stored.id);
    const { id, state, channel, answers = [] } = record.stored;
    const scope = `offline:${id}`;
    const written = await deps.write({
      account,
      subject: { customer: { channelId: channel.id, key: record.customer } },
      handler,
      idempotency: {
        scope,
        key: `${state}.${answers.length}`,
        hash: createHash("sha256").update(scope).digest(),
      },
    });
    if (!written.replayed) return loadMessage(deps, context.principal, id);
  }
  return refuse("temporarily_unavailable", "Someone else is changing this message. Try again.", {
    retryAfterMs: 200,
  });
}

async function loadRecord(
  deps: RouteDeps,
  { principal, params }: OfflineContext,
): Promise<OfflineMessageRecord> {
  const id = parseId(params.id, "offline message");
  return requireFound(
    await findOfflineMessage(deps.reader, principal.accountId, getChatVisibility(principal), id),
    "offline message",
  );
}

async function loadMessage(
  deps: RouteDeps,
  principal: Principal,
  id: number,
): Promise<OfflineMessageWithDeliveries> {
  const record = requireFound(
    await findOfflineMessage(deps.reader, principal.accountId, getChatVisibility(principal), id),
    "offline message",
  );
  return serializeMessage(
    principal,
    record.message,
    await loadDeliveries(deps, principal, [record]),
  );
}

function loadDeliveries(
  deps: RouteDeps,
  principal: Principal,
  records: readonly OfflineMessageRecord[],
): Promise<ReadonlyMap<number, Delivery>> {
  const ids = records.flatMap(({ stored: { answers = [] } }) =>
    answers.flatMap((item) => item.delivery_id ?? []),
  );
  return findDeliveriesById(deps.reader, principal.accountId, ids);
}

function serializeMessage(
  principal: Principal,
  message: OfflineMessage,
  deliveries: ReadonlyMap<number, Delivery>,
): OfflineMessageWithDeliveries {
  return {
    ...maskFor(principal, maskOffline, message),
    deliveries: (message.answers ?? []).map(
      (item) => deliveries.get(item.delivery_id ?? 0) ?? null,
    ),
  };
}
