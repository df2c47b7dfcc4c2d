import type { FastifyInstance } from "fastify";
import { AssignChat, IdParams } from "@parlour/protocol/api";
import { Chat } from "@parlour/protocol";
import { assignChat } from "../../../core/chat/participants/assign.ts";
import { refuse } from "../../../core/failure.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import { parseId } from "../../kit/ids.ts";
import type { ChatDeps } from "../chat-serializer.ts";
import { executeChatCommand } from "../execute-command.ts";

/** Registers the route that assigns a chat (ACT-012). */
export function assignChatRoute(app: FastifyInstance, deps: ChatDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/chats/:id/assign",
    action: "chats.answer",
    tag: "chats",
    summary: "Assign a chat",
    params: IdParams,
    body: AssignChat,
    status: 200,
    answer: Chat,
    handle: ({ principal, params, body, key }) =>
      executeChatCommand(
        deps,
        { principal, key },
        parseId(params.id, "chat"),
        assignChat({
          operatorId: principal.operatorId,
          to: toTarget(body),
          comment: body.comment?.trim() || null,
          presence: (operatorId) => deps.realtime.presence.of(principal.accountId, operatorId),
        }),
      ),
  });
}

function toTarget(body: AssignChat): Parameters<typeof assignChat>[0]["to"] {
  const operatorId = body.operator_id;
  const departmentId = body.department_id;
  if (operatorId !== undefined && departmentId === undefined) return { operatorId };
  if (departmentId !== undefined && operatorId === undefined) return { departmentId };
  return refuse("invalid_request", "Name either operator_id or department_id.", {
    field: operatorId === undefined ? "operator_id" : "department_id",
  });
}
