import type { FastifyInstance } from "fastify";
import { Chat } from "@parlour/protocol";
import { BlockVisitor, IdParams } from "@parlour/protocol/api";
import { blockChat, unblockChat } from "../../../core/chat/block.ts";
import type { ChatEntity } from "../../../core/entity.ts";
import { refuse } from "../../../core/failure.ts";
import { parseBlockEnd } from "./validation.ts";
import type { ChatDeps } from "../../chats/chat-serializer.ts";
import { executeChatCommand } from "../../chats/execute-command.ts";
import { requireFound, parseId } from "../../kit/ids.ts";
import { declareRoute, type ResourceRequestContext } from "../../kit/declare-route.ts";
import { trimOptionalText } from "../../../settings/texts.ts";
import { changeSettings, runIdempotent, type RequestAuthor } from "../../kit/change-settings.ts";
import { getChatVisibility } from "../../chats/visibility.ts";
import { findChat } from "../../../store/chats/chat.ts";
import { findMatchingBlocks } from "../../../store/settings/content/block-list.ts";
import { unblock } from "../../../store/settings/content/block-list-changes.ts";
import {
  blockVisitorOfChat,
  toBlockSubject,
  toBlockTarget,
} from "../../../store/visitors/visitor-block.ts";

/** Registers the routes that block and unblock the visitor of a chat (CORE-070, API-027). */
export function blockRoutes(app: FastifyInstance, deps: ChatDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/chats/:id/block",
    action: "chats.answer",
    tag: "chats",
    summary: "Block the visitor of a chat",
    params: IdParams,
    body: BlockVisitor,
    status: 200,
    answer: Chat,
    handle: (context) => blockVisitor(deps, context),
  });
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: "/chats/:id/block",
    action: "chats.answer",
    tag: "chats",
    summary: "Unblock the visitor of a chat",
    params: IdParams,
    status: 200,
    answer: Chat,
    handle: (context) => unblockVisitor(deps, context),
  });
}
function blockVisitor(
  deps: ChatDeps,
  context: ResourceRequestContext<BlockVisitor>,
): Promise<Chat> {
  return runIdempotent(deps, context, async () => {
    const { principal, body } = context;
    const chat = await loadVisibleChat(deps, context, parseId(context.params.id, "chat"));
    const reason = trimOptionalText(body?.reason) ?? null;
    // The block list entry is added first, so that messages between the two writes are blocked. If
    // the second write fails, a repeated request completes it.
    const until = await addEntry(deps, context, chat, { until: body?.until, reason });
    const handler = blockChat({
      operatorId: principal.operatorId,
      reason,
      until: until === null ? null : new Date(until).toISOString(),
    });
    return executeChatCommand(deps, { principal, key: null }, chat.id, handler);
  });
}
function unblockVisitor(deps: ChatDeps, context: ResourceRequestContext): Promise<Chat> {
  return runIdempotent(deps, context, async () => {
    const chat = await loadVisibleChat(deps, context, parseId(context.params.id, "chat"));
    await liftEntries(deps, context, chat);
    return executeChatCommand(
      deps,
      { principal: context.principal, key: null },
      chat.id,
      unblockChat({ operatorId: context.principal.operatorId }),
    );
  });
}

async function loadVisibleChat(
  deps: ChatDeps,
  { principal }: RequestAuthor,
  id: number,
): Promise<ChatEntity> {
  return requireFound(
    await findChat(deps.reader, principal.accountId, getChatVisibility(principal), id),
    "chat",
  ).chat;
}

/** Adds a block list entry. Returns its end in ms since 1970. */
async function addEntry(
  deps: ChatDeps,
  context: RequestAuthor,
  chat: ChatEntity,
  input: { readonly until: string | null | undefined; readonly reason: string | null },
): Promise<number | null> {
  const { accountId, operatorId } = context.principal;
  return changeSettings(deps, { ...context, key: null }, "blacklist.block", async (tx, now) => {
    const until = parseBlockEnd(input.until, now) ?? null;
    const { reason } = input;
    const id = await blockVisitorOfChat(tx, accountId, chat, {
      until,
      reason,
      by: operatorId,
      now,
    });
    return {
      result: until,
      changed: [{ kind: "blacklist", id }],
      target: toBlockTarget(chat),
    };
  });
}

/** Keeps entries of administrators and of the provisioning file. */
async function liftEntries(
  deps: ChatDeps,
  context: RequestAuthor,
  chat: ChatEntity,
): Promise<void> {
  const { operatorId } = context.principal;
  const account = context.principal.accountId;
  await changeSettings(deps, { ...context, key: null }, "blacklist.unblock", async (tx, now) => {
    const created = (await findMatchingBlocks(tx, account, toBlockSubject(chat), now)).filter(
      (candidate) => candidate.chatId !== null && !candidate.managed,
    );
    if (created.length === 0) refuse("not_found", "No block from a chat applies to this visitor.");
    for (const { id } of created) await unblock(tx, { account, id }, operatorId, now);
    const changed = created.map(({ id }) => ({ kind: "blacklist" as const, id }));
    return { result: null, changed, target: toBlockTarget(chat) };
  });
}
