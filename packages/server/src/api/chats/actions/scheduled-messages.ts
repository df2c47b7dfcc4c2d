import type { FastifyInstance } from "fastify";
import {
  IdParams,
  maxScheduledMessages,
  NewScheduledMessage,
  NoContent,
  ScheduledMessage,
  ScheduledMessageParams,
  ScheduledMessagePatch,
  ScheduledMessages,
} from "@parlour/protocol/api";
import type { Static } from "typebox";
import { can, type Principal } from "../../../auth/index.ts";
import { checkReplyWindow } from "../../../core/chat/reply-window.ts";
import { maxSnoozeMs } from "../../../core/chat/snooze.ts";
import { validateText } from "../../../core/chat/message/send-message.ts";
import { refuse, Refusal } from "../../../core/failure.ts";
import { cleanText } from "../../../core/text.ts";
import { parseTime } from "../../../settings/texts.ts";
import {
  cancelScheduledMessage,
  changeScheduledMessage,
  createScheduledMessage,
  findScheduledMessage,
  listScheduledMessages,
  type ScheduledMessageRecord,
} from "../../../store/actions/scheduled-message.ts";
import { findChat } from "../../../store/chats/chat.ts";
import { runIdempotent } from "../../kit/change-settings.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import { parseId, requireFound } from "../../kit/ids.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";
import { getChatVisibility, requireVisibleChat } from "../visibility.ts";
import { serializeScheduledMessage } from "./serialize-scheduled-message.ts";

export interface ScheduledMessagePort {
  /** Publishes a changed message to the sockets of those who may answer the chat. */
  readonly publish: (account: number, message: ScheduledMessage) => void;
  /** Notes that a message is due at this time, in ms since 1970. */
  readonly scheduleBy: (at: number) => void;
}
interface ScheduleDeps extends RouteDeps {
  readonly scheduled: ScheduledMessagePort;
}
type MessagePath = Static<typeof ScheduledMessageParams>;

/** Registers the routes of scheduled messages (LATER-001 – LATER-003, LATER-007). */
export function scheduledMessageRoutes(app: FastifyInstance, deps: ScheduleDeps): void {
  const shared = { action: "chats.answer", tag: "chats" } as const;
  const listUrl = "/chats/:id/scheduled-messages";
  const url = `${listUrl}/:scheduled`;
  declareRoute(app, deps.auth, {
    ...shared,
    method: "GET",
    url: listUrl,
    summary: "List the scheduled messages of a chat",
    params: IdParams,
    status: 200,
    answer: ScheduledMessages,
    handle: ({ principal, params }) => readMessages(deps, principal, params.id),
  });
  declareRoute(app, deps.auth, {
    ...shared,
    method: "POST",
    url: listUrl,
    summary: "Schedule a message",
    params: IdParams,
    body: NewScheduledMessage,
    status: 201,
    answer: ScheduledMessage,
    handle: (context) =>
      runIdempotent(deps, context, () =>
        addMessage(deps, context.principal, context.params.id, context.body),
      ),
  });
  declareRoute(app, deps.auth, {
    ...shared,
    method: "PATCH",
    url,
    summary: "Change a scheduled message",
    params: ScheduledMessageParams,
    body: ScheduledMessagePatch,
    status: 200,
    answer: ScheduledMessage,
    once: "answer",
    handle: ({ principal, params, body }) => patchMessage(deps, principal, params, body),
  });
  declareRoute(app, deps.auth, {
    ...shared,
    method: "POST",
    url: `${url}/send-now`,
    summary: "Send a scheduled message now",
    params: ScheduledMessageParams,
    status: 200,
    answer: ScheduledMessage,
    once: "answer",
    handle: ({ principal, params }) => sendMessageNow(deps, principal, params),
  });
  declareRoute(app, deps.auth, {
    ...shared,
    method: "DELETE",
    url,
    summary: "Cancel a scheduled message",
    params: ScheduledMessageParams,
    status: 204,
    answer: NoContent,
    once: "answer",
    handle: async ({ principal, params }) => {
      const record = await requireOwnMessage(deps, principal, params);
      if (!(await cancelScheduledMessage(deps.sql, principal.accountId, record.id)))
        refuseSending();
      await publishMessage(deps, principal.accountId, record, "cancelled");
      return null;
    },
  });
}

async function readMessages(
  deps: ScheduleDeps,
  principal: Principal,
  idText: string,
): Promise<Static<typeof ScheduledMessages>> {
  const { accountId } = principal;
  const chatId = parseId(idText, "chat");
  await requireVisibleChat(deps, principal, chatId);
  const records = await listScheduledMessages(deps.reader, accountId, chatId);
  const config = await deps.config(accountId);
  return {
    items: records.map((record) => serializeScheduledMessage(record, config)),
    next_cursor: null,
  };
}

async function addMessage(
  deps: ScheduleDeps,
  principal: Principal,
  idText: string,
  body: NewScheduledMessage,
): Promise<ScheduledMessage> {
  const { accountId, operatorId } = principal;
  const chatId = parseId(idText, "chat");
  const content = await checkMessage(deps, principal, chatId, {
    text: body.text,
    time: body.send_at,
  });
  const created = await createScheduledMessage(
    deps.sql,
    accountId,
    {
      chatId,
      operatorId,
      ...content,
      afterSeq: body.after_seq ?? null,
      now: deps.clock.now(),
    },
    maxScheduledMessages,
  );
  if (created === null)
    refuse("at_limit", `A chat has at most ${maxScheduledMessages} scheduled messages.`, {
      limit: "scheduled_messages",
    });
  return publishMessage(deps, accountId, created);
}

async function patchMessage(
  deps: ScheduleDeps,
  principal: Principal,
  params: MessagePath,
  patch: ScheduledMessagePatch,
): Promise<ScheduledMessage> {
  const record = await requireOwnMessage(deps, principal, params);
  const content = await checkMessage(deps, principal, record.chatId, {
    text: patch.text ?? record.text,
    time: patch.send_at ?? record.sendAt,
  });
  const changed = await changeScheduledMessage(deps.sql, principal.accountId, {
    id: record.id,
    operatorId: getAuthor(record, principal),
    text: patch.text === undefined ? null : content.text,
    sendAt: patch.send_at === undefined ? null : content.sendAt,
    isAsked: false,
    now: deps.clock.now(),
  });
  return publishMessage(deps, principal.accountId, changed ?? refuseSending());
}

/** Makes a message due now, if it could be sent as a reply now (LATER-007). */
async function sendMessageNow(
  deps: ScheduleDeps,
  principal: Principal,
  params: MessagePath,
): Promise<ScheduledMessage> {
  const record = await requireOwnMessage(deps, principal, params);
  const { id, chatId, text } = record;
  const { sendAt } = await checkMessage(deps, principal, chatId, { text, time: null });
  const changed = await changeScheduledMessage(deps.sql, principal.accountId, {
    id,
    operatorId: getAuthor(record, principal),
    text: null,
    sendAt,
    isAsked: true,
    now: deps.clock.now(),
  });
  return publishMessage(deps, principal.accountId, changed ?? refuseSending());
}

/** Returns who sends a message: of a held one the operator who decides about it (CORE-476). */
const getAuthor = ({ state, operatorId }: ScheduledMessageRecord, principal: Principal): number =>
  state === "held" ? principal.operatorId : operatorId;

const refuseSending = (): never => refuse("already_sent", "This message is being sent.");

/** Returns what could be sent then, without a time now. Refuses otherwise (LATER-002). */
async function checkMessage(
  deps: ScheduleDeps,
  principal: Principal,
  chatId: number,
  message: { readonly text: string; readonly time: string | null },
): Promise<{ readonly text: string; readonly sendAt: number }> {
  const found = await findChat(
    deps.reader,
    principal.accountId,
    getChatVisibility(principal),
    chatId,
  );
  const { chat } = requireFound(found, "chat");
  if (chat.state === "closed") refuse("chat_closed", "This chat is closed.");
  const text = cleanText(message.text);
  const now = deps.clock.now();
  const sendAt = message.time === null ? now : parseSendTime(message.time, now);
  const failure =
    validateText({ kind: "text" }, text, chat.channel.kind) ?? checkReplyWindow(chat, sendAt);
  if (failure !== null) throw new Refusal(failure);
  return { text, sendAt };
}

/** Returns a time that is in the future, and at most a year ahead. In ms since 1970. */
function parseSendTime(text: string, now: number): number {
  const sendAt = parseTime(text, "send_at").getTime();
  if (sendAt <= now) refuse("invalid_request", "This time has passed.", { field: "send_at" });
  if (sendAt > now + maxSnoozeMs)
    refuse("invalid_request", "A message is at most a year ahead.", { field: "send_at" });
  return sendAt;
}

/**
 * Returns a scheduled message of the principal. Owners and administrators change those of all. The
 * operator who has the chat decides about one that is held (CORE-476).
 */
async function requireOwnMessage(
  deps: ScheduleDeps,
  principal: Principal,
  { id, scheduled }: MessagePath,
): Promise<ScheduledMessageRecord> {
  const chatId = parseId(id, "chat");
  const found = await findChat(
    deps.reader,
    principal.accountId,
    getChatVisibility(principal),
    chatId,
  );
  const { chat } = requireFound(found, "chat");
  const record = requireFound(
    await findScheduledMessage(deps.reader, principal.accountId, {
      chatId,
      id: parseId(scheduled, "scheduled message"),
    }),
    "scheduled message",
  );
  const decides = record.state === "held" && chat.assignee?.id === principal.operatorId;
  const isAuthor = record.operatorId === principal.operatorId;
  if (!isAuthor && !decides && !can(principal, "account.manage"))
    refuse("forbidden", "Only its author and administrators can change a scheduled message.");
  return record;
}

async function publishMessage(
  { scheduled, config }: ScheduleDeps,
  account: number,
  record: ScheduledMessageRecord,
  state: ScheduledMessage["state"] = record.state,
): Promise<ScheduledMessage> {
  const message = { ...serializeScheduledMessage(record, await config(account)), state };
  scheduled.publish(account, message);
  if (state === "waiting") scheduled.scheduleBy(Date.parse(record.sendAt));
  return message;
}
