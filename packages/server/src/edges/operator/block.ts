import type { FastifyInstance } from "fastify";
import { Chat } from "@parlour/protocol";
import { BlockVisitor, IdParams } from "@parlour/protocol/api";
import { blockChat, unblockChat } from "../../core/chat/block.ts";
import type { ChatEntity } from "../../core/entity.ts";
import { refuse } from "../../core/failure.ts";
import { refuseFull, untilOf } from "./blacklist-input.ts";
import { commandChat, type ChatCommands } from "./chat-commands.ts";
import type { Deps } from "./deps.ts";
import { found, idOf } from "./ids.ts";
import { route, type Call, type IdCall } from "./route.ts";
import { changeSettings, onceAround, optional, type SettingsDeps } from "./settings.ts";
import { sightOf } from "./sight.ts";

type BlockDeps = ChatCommands & SettingsDeps & Pick<Deps, "blacklist">;
type BlockCall = Pick<Call<unknown, unknown, unknown>, "principal" | "key" | "request">;

/**
 * Registers the routes with which an operator blocks and unblocks the visitor of a chat (CORE-070,
 * API-027).
 */
export function blockRoutes(app: FastifyInstance, deps: BlockDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/chats/:id/block",
    action: "chats.answer",
    tag: "chats",
    summary: "Block the visitor of the chat, which closes",
    params: IdParams,
    body: BlockVisitor,
    status: 200,
    answer: Chat,
    handle: (call) => blockVisitor(deps, call),
  });
  route(app, deps.auth, {
    method: "DELETE",
    url: "/chats/:id/block",
    action: "chats.answer",
    tag: "chats",
    summary: "Take back what blocked the visitor in a chat; the chat stays closed",
    params: IdParams,
    status: 200,
    answer: Chat,
    handle: (call) => unblockVisitor(deps, call),
  });
}
function blockVisitor(deps: BlockDeps, call: IdCall<BlockVisitor>): Promise<Chat> {
  return onceAround(deps, call, async () => {
    const { principal, body } = call;
    const chat = await seen(deps, call, idOf(call.params.id, "chat"));
    const reason = optional(body?.reason) ?? null;
    // The entry is added first, so that messages between the two writes are blocked. If the second
    // write fails, a repeat completes it.
    const until = await addEntry(deps, call, chat, { until: body?.until, reason });
    const verb = blockChat({ operatorId: principal.operatorId, reason, until: until === null ? null : new Date(until).toISOString() });
    return commandChat(deps, principal, chat.id, verb, null);
  });
}
function unblockVisitor(deps: BlockDeps, call: IdCall): Promise<Chat> {
  return onceAround(deps, call, async () => {
    const chat = await seen(deps, call, idOf(call.params.id, "chat"));
    await liftEntries(deps, call, chat);
    return commandChat(deps, call.principal, chat.id, unblockChat({ operatorId: call.principal.operatorId }), null);
  });
}

async function seen(deps: BlockDeps, { principal }: BlockCall, id: number): Promise<ChatEntity> {
  return found(await deps.chats.find(principal.accountId, sightOf(deps, principal), id), "chat").chat;
}

const named = (chat: ChatEntity) => ({ kind: "visitor" as const, value: String(chat.visitor.id), shown: String(chat.visitor.number) });

/**
 * Adds a block list entry. If the visitor was blocked in a chat before, the new end and reason
 * replace the old ones. Returns the end in ms since 1970.
 */
async function addEntry(
  deps: BlockDeps,
  call: BlockCall,
  chat: ChatEntity,
  given: { readonly until: string | null | undefined; readonly reason: string | null },
): Promise<number | null> {
  const { accountId: account, operatorId } = call.principal;
  return changeSettings(deps, { ...call, key: null }, "blacklist.block", async (tx, now) => {
    const until = untilOf(given.until, now) ?? null;
    const { reason } = given;
    const same = (await deps.blacklist.same(tx, account, named(chat), now)).find((one) => one.chatId !== null);
    let id = same?.id;
    if (id === undefined) {
      await refuseFull(deps, tx, account, now);
      id = await deps.blacklist.add(tx, account, { ...named(chat), until, reason, chatId: chat.id, by: operatorId, managed: false, now });
    } else await deps.blacklist.change(tx, account, id, { until, reason, chatId: chat.id });
    return { result: until, changed: [{ kind: "blacklist", id }], target: `visitor ${chat.visitor.number} in chat ${chat.id}` };
  });
}

/**
 * Removes the entries that were added in a chat. Entries of administrators and of the provisioning
 * file stay.
 */
async function liftEntries(deps: BlockDeps, call: BlockCall, chat: ChatEntity): Promise<void> {
  const { accountId: account, operatorId } = call.principal;
  await changeSettings(deps, { ...call, key: null }, "blacklist.unblock", async (tx, now) => {
    const made = (await deps.blacklist.same(tx, account, named(chat), now)).filter((one) => one.chatId !== null && !one.managed);
    if (made.length === 0) refuse("not_found", "The visitor is not blocked by what was done in a chat.");
    for (const { id } of made) await deps.blacklist.lift(tx, account, id, operatorId, now);
    const changed = made.map(({ id }) => ({ kind: "blacklist" as const, id }));
    return { result: null, changed, target: `visitor ${chat.visitor.number} in chat ${chat.id}` };
  });
}
