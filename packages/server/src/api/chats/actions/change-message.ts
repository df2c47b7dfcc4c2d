import type { FastifyInstance } from "fastify";
import { EmptyBody, MessageEdit, MessageParams, NewReaction } from "@parlour/protocol/api";
import { Message } from "@parlour/protocol";
import type { Static } from "typebox";
import type { CommandHandler } from "../../../core/command.ts";
import {
  deleteOperatorMessage,
  editOwnMessage,
} from "../../../core/chat/message/changes/edit-own-message.ts";
import { setTeamReaction } from "../../../core/chat/message/changes/set-reaction.ts";
import { undoMessage } from "../../../core/chat/message/changes/undo-message.ts";
import { declareRoute, type RequestContext } from "../../kit/declare-route.ts";
import { parseId } from "../../kit/ids.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";
import { requireVisibleChat } from "../visibility.ts";

/** Registers edit, delete, undo and reactions (API-520, API-521, API-470, API-540). */
export function messageChangeRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const url = "/chats/:id/messages/:seq";
  const shared = {
    action: "chats.answer",
    tag: "chats",
    params: MessageParams,
    status: 200,
    answer: Message,
  } as const;
  declareRoute(app, deps.auth, {
    ...shared,
    method: "PATCH",
    url,
    summary: "Edit a message",
    body: MessageEdit,
    handle: (context) =>
      changeMessage(
        deps,
        context,
        editOwnMessage({ ...context.body, operatorId: context.principal.operatorId }),
      ),
  });
  declareRoute(app, deps.auth, {
    ...shared,
    method: "DELETE",
    url,
    summary: "Delete a message",
    body: EmptyBody,
    handle: (context) =>
      changeMessage(deps, context, deleteOperatorMessage(context.principal.operatorId)),
  });
  declareRoute(app, deps.auth, {
    ...shared,
    method: "POST",
    url: `${url}/undo`,
    summary: "Undo a message that was not sent yet",
    body: EmptyBody,
    handle: (context) => changeMessage(deps, context, undoMessage(context.principal.operatorId)),
  });
  declareRoute(app, deps.auth, {
    ...shared,
    method: "PUT",
    url: `${url}/reaction`,
    summary: "React to a message",
    body: NewReaction,
    handle: (context) =>
      changeMessage(
        deps,
        context,
        setTeamReaction({ ...context.principal, emoji: context.body.emoji }),
      ),
  });
  declareRoute(app, deps.auth, {
    ...shared,
    method: "DELETE",
    url: `${url}/reaction`,
    summary: "Take a reaction back",
    body: EmptyBody,
    handle: (context) =>
      changeMessage(deps, context, setTeamReaction({ ...context.principal, emoji: null })),
  });
}

/** Runs a command on a message of a visible chat. Returns the changed message. */
async function changeMessage(
  deps: RouteDeps,
  { principal, params, key }: RequestContext<Static<typeof MessageParams>, unknown, unknown>,
  handler: CommandHandler<Message>,
): Promise<Message> {
  const chat = parseId(params.id, "chat");
  await requireVisibleChat(deps, principal, chat);
  const written = await deps.write({
    account: principal.accountId,
    subject: { chat, message: Number(params.seq) },
    handler,
    idempotency: key ?? undefined,
  });
  return written.answer;
}
