import type { FastifyInstance } from "fastify";
import {
  CallWithVisitor,
  Calls,
  CallsQuery,
  IdParams,
  Messages,
  NewCall,
} from "@parlour/protocol/api";
import { listCalls } from "../../store/chats/call.ts";
import { defaultCalls } from "../../core/call/defaults.ts";
import { getCallSystemMessages } from "../../core/call/system-messages.ts";
import { parsePhoneNumber } from "../../core/call/phone.ts";
import { startCall } from "../../core/call/start.ts";
import { refuse } from "../../core/failure.ts";
import { maskForPrincipal, type ChatDeps } from "../chats/chat-serializer.ts";
import { encodeCursor, decodeCursor } from "../kit/cursor.ts";
import { requireFound, parseId } from "../kit/ids.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { readPersonFilter } from "../chats/chat-filter.ts";
import { getChatVisibility } from "../chats/visibility.ts";
import { listCallMessages } from "../../store/chats/message.ts";
import { findChat } from "../../store/chats/chat.ts";
import { requireVisibleCall, serializeCall } from "./call-access.ts";
import { callCommands, callCommandRoute } from "./call-commands.ts";

/** Registers the routes of calls (API-060), and the commands of operators. */
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
      const [key, id] = decodeCursor("calls", query.cursor, 2);
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
      const { accountId, operatorId } = principal;
      const record = requireFound(
        await findChat(deps.reader, accountId, getChatVisibility(principal), body.chat_id),
        "chat",
      );
      const { calls = defaultCalls } = await deps.config(accountId);
      if (!calls.enabled) refuse("not_available", "Calls are switched off in this account.");
      const phoneInput = body.phone ?? record.chat.visitor.phone?.value ?? "";
      const phone = parsePhoneNumber(phoneInput, calls.prefixes);
      if (phone === null)
        refuse("invalid_request", "This phone number cannot be called.", { field: "phone" });
      const written = await deps.write({
        account: accountId,
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
