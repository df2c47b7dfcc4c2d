import type { FastifyInstance } from "fastify";
import { ChatTagChange, ChatTags, IdParams } from "@parlour/protocol/api";
import { Chat } from "@parlour/protocol";
import { changeChatTags, tagChat } from "../../../core/chat/tag.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import { parseId } from "../../kit/ids.ts";
import type { ChatDeps } from "../chat-serializer.ts";
import { executeChatCommand } from "../execute-command.ts";

/** Registers the routes for the tags of a chat (API-044, API-580). */
export function chatTagsRoute(app: FastifyInstance, deps: ChatDeps): void {
  declareRoute(app, deps.auth, {
    method: "PUT",
    url: "/chats/:id/tags",
    action: "chats.answer",
    tag: "tags",
    summary: "Set the tags of a chat",
    params: IdParams,
    body: ChatTags,
    status: 200,
    answer: Chat,
    handle: ({ principal, params, body, key }) =>
      executeChatCommand(
        deps,
        { principal, key },
        parseId(params.id, "chat"),
        tagChat({ operatorId: principal.operatorId, tags: body.tags }),
      ),
  });
  declareRoute(app, deps.auth, {
    method: "PATCH",
    url: "/chats/:id/tags",
    action: "chats.answer",
    tag: "tags",
    summary: "Add and remove tags of a chat",
    params: IdParams,
    body: ChatTagChange,
    status: 200,
    answer: Chat,
    handle: ({ principal, params, body, key }) =>
      executeChatCommand(
        deps,
        { principal, key },
        parseId(params.id, "chat"),
        changeChatTags({
          operatorId: principal.operatorId,
          add: body.add ?? [],
          remove: body.remove ?? [],
        }),
      ),
  });
}
