import type { FastifyInstance } from "fastify";
import type { TSchema } from "typebox";
import {
  CallNote,
  CallWithVisitor,
  Calls,
  CallsQuery,
  FailCall,
  IdParams,
  Messages,
  NewCall,
  EmptyBody,
  PostponedCall,
  type CallNote as CallNoteBody,
  type PostponedCall as PostponedBody,
} from "@parlour/protocol/api";
import { type CallRecord, listCalls, findCall } from "../../store/chats/call.ts";
import { type Principal, maskCall, maskFor, maskVisitor } from "../../auth/index.ts";
import { type CallResult, advanceCall, takeCall } from "../../core/call/advance.ts";
import { defaultCalls } from "../../core/call/defaults.ts";
import { getCallSystemMessages } from "../../core/call/system-messages.ts";
import { postponeCall } from "../../core/call/postpone.ts";
import { setCallNote } from "../../core/call/note.ts";
import { parsePhoneNumber } from "../../core/call/phone.ts";
import { startCall } from "../../core/call/start.ts";
import type { Call, CallStatus } from "../../core/entity.ts";
import { refuse } from "../../core/failure.ts";
import type { OperatorStatus } from "../../core/operator/eligibility.ts";
import type { CommandHandler } from "../../core/command.ts";
import { loadOperatorStatus } from "../chats/assignment.ts";
import { maskForPrincipal, type ChatDeps } from "../chats/chat-serializer.ts";
import { encodeCursor, decodeCursor } from "../kit/cursor.ts";
import { requireFound, parseId } from "../kit/ids.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { readPersonFilter } from "../chats/person-filter.ts";
import { getChatVisibility } from "../chats/visibility.ts";
import { listCallMessages } from "../../store/chats/message.ts";
import { findChat } from "../../store/chats/chat.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

/**
 * Registers the routes of the call queue (API-060): waiting, running and ended calls, and the
 * commands of operators.
 */
export function callRoutes(app: FastifyInstance, deps: ChatDeps): void {
  listCallsRoute(app, deps);
  getCallRoute(app, deps);
  callMessagesRoute(app, deps);
  startCallRoute(app, deps);
  for (const item of callCommands) callCommandRoute(app, deps, item);
}

function listCallsRoute(app: FastifyInstance, deps: ChatDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/calls",
    action: "chats.read",
    tag: "calls",
    summary: "List calls",
    query: CallsQuery,
    status: 200,
    answer: Calls,
    handle: async ({ principal, query }) => {
      const [key, id] = query.cursor === undefined ? [] : decodeCursor("calls", query.cursor, 2);
      const page = await listCalls(deps.reader, principal.accountId, getChatVisibility(principal), {
        limit: query.limit ?? 50,
        state: query.state,
        chatId: query.chat === undefined ? undefined : parseId(query.chat, "chat"),
        ...(await readPersonFilter(deps.reader, principal.accountId, query.visitor)),
        after: key === undefined || id === undefined ? undefined : { key, id },
      });
      return {
        items: page.items.map((item) => serializeCall(principal, item)),
        next_cursor:
          page.next === null ? null : encodeCursor("calls", [page.next.key, page.next.id]),
      };
    },
  });
}
function getCallRoute(app: FastifyInstance, deps: ChatDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/calls/:id",
    action: "chats.read",
    tag: "calls",
    summary: "Get a call",
    params: IdParams,
    status: 200,
    answer: CallWithVisitor,
    handle: async ({ principal, params }) =>
      serializeCall(
        principal,
        await requireVisibleCall(deps, principal, parseId(params.id, "call")),
      ),
  });
}
function callMessagesRoute(app: FastifyInstance, deps: ChatDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/calls/:id/lines",
    action: "chats.read",
    tag: "calls",
    summary: "List the system messages of a call",
    params: IdParams,
    status: 200,
    answer: Messages,
    handle: async ({ principal, params }) => {
      const { call } = await requireVisibleCall(deps, principal, parseId(params.id, "call"));
      const lines = getCallSystemMessages(
        await listCallMessages(deps.reader, principal.accountId, call.chat_id),
        call,
      );
      return { items: lines.map((line) => maskForPrincipal(principal, line)), next_cursor: null };
    },
  });
}
function startCallRoute(app: FastifyInstance, deps: ChatDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/calls",
    action: "chats.answer",
    tag: "calls",
    summary: "Call the visitor of a chat",
    body: NewCall,
    status: 201,
    answer: CallWithVisitor,
    handle: async ({ principal, body, key }) => {
      const { accountId: account, operatorId } = principal;
      const record = requireFound(
        await findChat(deps.reader, account, getChatVisibility(principal), body.chat_id),
        "chat",
      );
      const { calls = defaultCalls } = await deps.config(account);
      if (!calls.enabled) refuse("not_available", "Calls are switched off in this account.");
      const phoneInput = body.phone ?? record.chat.visitor.phone?.value ?? "";
      const phone = parsePhoneNumber(phoneInput, calls.prefixes);
      if (phone === null)
        refuse("invalid_request", "This phone number cannot be called.", { field: "phone" });
      const written = await deps.write({
        account,
        subject: { chat: body.chat_id, operator: operatorId },
        handler: startCall({ type: "outgoing", phone, operatorId }),
        idempotency: key ?? undefined,
      });
      return {
        ...written.answer,
        visitor: record.chat.visitor,
        channel: record.chat.channel,
      };
    },
  });
}

interface CallCommand {
  readonly name: string;
  readonly summary: string;
  readonly body: TSchema;
  /** Status of the call after the command. Absent: every status before the end. */
  readonly leadsTo?: CallStatus;
  readonly verb: (
    stored: Call,
    operatorId: number,
    body: unknown,
    known: OperatorStatus,
  ) => CommandHandler<CallResult>;
}
const callCommands: readonly CallCommand[] = [
  {
    name: "take",
    summary: "Take a call",
    body: EmptyBody,
    verb: ({ id: callId }, operatorId, _, known) => takeCall({ callId, operatorId, status: known }),
  },
  {
    name: "connected",
    summary: "Record that the visitor answered a call",
    body: EmptyBody,
    leadsTo: "client_connected",
    verb: ({ id: callId }, operatorId) =>
      advanceCall({ callId, operatorId, to: "client_connected" }),
  },
  {
    name: "end",
    summary: "End a call",
    body: EmptyBody,
    leadsTo: "end",
    verb: ({ id: callId }, operatorId) => advanceCall({ callId, operatorId, to: "end" }),
  },
  {
    name: "fail",
    summary: "Mark a call as failed",
    body: FailCall,
    leadsTo: "error",
    verb: ({ id: callId }, operatorId, body) =>
      advanceCall({ callId, operatorId, to: "error", reason: (body as FailBody).reason }),
  },
  {
    name: "later",
    summary: "Postpone a call",
    body: PostponedCall,
    verb: ({ id: callId }, operatorId, body) => {
      const { due_at: due, reason } = body as PostponedBody;
      return postponeCall({
        callId,
        operatorId,
        dueAt: parseDueTime(due),
        reason,
      });
    },
  },
  {
    name: "note",
    summary: "Set the note of a call",
    body: CallNote,
    verb: (stored, operatorId, body) =>
      setCallNote({ stored, operatorId, text: (body as CallNoteBody).text }),
  },
];
type FailBody = { readonly reason: "no_answer_client" | "busy" | "wrong_number" | "cancelled" };

/**
 * Registers one command on a call. A repeated request receives the first response. If the status of
 * the call does not allow the command, the response is 409 `not_available`.
 */
function callCommandRoute(app: FastifyInstance, deps: ChatDeps, definition: CallCommand): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: `/calls/:id/${definition.name}`,
    action: "chats.answer",
    tag: "calls",
    summary: definition.summary,
    params: IdParams,
    body: definition.body,
    status: 200,
    answer: CallWithVisitor,
    handle: async ({ principal, params, body, key }) => {
      const { accountId: account, operatorId } = principal;
      const id = parseId(params.id, "call");
      const record = await requireVisibleCall(deps, principal, id);
      const known = await loadOperatorStatus(deps, account, await deps.config(account));
      const written = await deps.write({
        account,
        subject: { chat: record.call.chat_id, operator: operatorId },
        handler: definition.verb(record.call, operatorId, body, known),
        idempotency: key ?? undefined,
      });
      const { ignored, call } = written.answer;
      const now = call ?? (await requireVisibleCall(deps, principal, id)).call;
      if (ignored && now.status !== definition.leadsTo)
        refuse("not_available", "The call has already moved on or ended.");
      return serializeCall(principal, { ...record, call: now });
    },
  });
}

async function requireVisibleCall(
  deps: RouteDeps,
  principal: Principal,
  id: number,
): Promise<CallRecord> {
  return requireFound(
    await findCall(deps.reader, principal.accountId, getChatVisibility(principal), id),
    "call",
  );
}
function serializeCall(
  principal: Principal,
  { call, visitor, channel }: CallRecord,
): CallWithVisitor {
  return {
    ...maskFor(principal, maskCall, call),
    visitor: maskFor(principal, maskVisitor, visitor),
    channel,
  };
}
/** Parses an RFC 3339 time with a zone. Returns ms since 1970. */
function parseDueTime(text: string): number {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : NaN;
  return Number.isNaN(at)
    ? refuse("invalid_request", "due_at is not an RFC 3339 time.", { field: "due_at" })
    : at;
}
