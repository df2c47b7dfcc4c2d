import type { FastifyInstance } from "fastify";
import { IdParams, PriorityOfChat } from "@parlour/protocol/api";
import { Chat } from "@parlour/protocol";
import { prioritizeChat } from "../../../core/chat/details/prioritize.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import { parseId } from "../../kit/ids.ts";
import type { ChatDeps } from "../chat-serializer.ts";
import { executeChatCommand } from "../execute-command.ts";

/** Registers the route for the priority of a chat (ACT-001). */
export function chatPriorityRoute(app: FastifyInstance, deps: ChatDeps): void {
  declareRoute(app, deps.auth, {
    method: "PUT",
    url: "/chats/:id/priority",
    action: "chats.answer",
    tag: "chats",
    summary: "Set the priority of a chat",
    params: IdParams,
    body: PriorityOfChat,
    status: 200,
    answer: Chat,
    handle: ({ principal, params, body, key }) =>
      executeChatCommand(
        deps,
        { principal, key },
        parseId(params.id, "chat"),
        prioritizeChat({ operatorId: principal.operatorId, priority: body.priority }),
      ),
  });
}
