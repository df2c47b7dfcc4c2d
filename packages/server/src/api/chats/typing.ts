import type { FastifyInstance } from "fastify";
import { IdParams, NoContent, Typing } from "@parlour/protocol/api";
import { declareRoute } from "../kit/declare-route.ts";
import { parseId } from "../kit/ids.ts";
import type { RealtimePort } from "../kit/realtime-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { requireVisibleChat } from "./visibility.ts";

export interface TypingDeps extends RouteDeps {
  readonly realtime: RealtimePort;
}

/** Registers the signal that an operator is typing in a chat (CORE-047). */
export function typingRoute(app: FastifyInstance, deps: TypingDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/chats/:id/typing",
    action: "chats.answer",
    tag: "chats",
    summary: "Send a typing notice",
    params: IdParams,
    body: Typing,
    status: 204,
    answer: NoContent,
    once: { because: "It shows typing for some seconds." },
    handle: async ({ principal, params, body }) => {
      const chatId = parseId(params.id, "chat");
      const spot = await requireVisibleChat(deps, principal, chatId);
      if (spot.state !== "closed")
        deps.realtime.publishTyping({
          account: principal.accountId,
          chatId,
          channelId: spot.channelId,
          author: { kind: "operator", id: principal.operatorId, name: principal.name },
          typing: body.typing,
        });
      return null;
    },
  });
}
