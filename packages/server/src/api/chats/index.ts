import type { Files } from "../../files/index.ts";
import type { PictureProxy } from "../../files/picture-proxy.ts";
import type { ZipDeps } from "../kit/table/xlsx.ts";
import type { FastifyInstance } from "fastify";
import { ChatTags, IdParams } from "@parlour/protocol/api";
import { Chat } from "@parlour/protocol";
import { tagChat } from "../../core/chat/tag.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { parseId } from "../kit/ids.ts";
import type { ChatDeps } from "./chat-serializer.ts";
import { executeChatCommand } from "./execute-command.ts";

export { bulkRoutes } from "./actions/bulk.ts";
export { chatRuleRunsRoute } from "./actions/rule-runs.ts";
export { runMacroRoute, type RunActions } from "./actions/run-macro.ts";
export { chatPriorityRoute } from "./actions/priority.ts";
export { chatPromiseRoutes } from "./actions/promise.ts";
export { chatCommandRoutes } from "./chat-commands.ts";
export { chatRoutes } from "./chats.ts";
export { chatEmailRoutes } from "./email/email-routes.ts";
export { newEmailRoute, type NewEmailPort } from "./email/new-email.ts";
export { draftRoutes } from "./drafts.ts";
export { scheduledMessageRoutes, type ScheduledMessagePort } from "./actions/scheduled-messages.ts";
export { messageChangeRoutes } from "./actions/change-message.ts";
export { mediaProxyRoute } from "./media-proxy.ts";
export { offlineMessageRoutes } from "./offline-messages.ts";
export { sendMessageRoute } from "./send-message.ts";
export { transcriptRoute } from "./transcript/transcript.ts";
export { uploadRoutes } from "./uploads.ts";
export { markRead } from "./read-mark.ts";

export interface FilePorts extends ZipDeps {
  readonly files: Files;
  /** Maximum size of an upload, in bytes (CFG-030). */
  readonly fileBytes: () => number;
  readonly picture: PictureProxy["picture"];
}

/** Registers the route for the tags of a chat (API-044). */
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
}
