import type { Chat } from "@parlour/protocol";
import type { Principal } from "../../auth/index.ts";
import type { CommandHandler, IdempotencyKey } from "../../core/command.ts";
import type { ChatEntity } from "../../core/entity.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { loadChat, type ChatDeps } from "./chat-serializer.ts";
import { requireVisibleChat } from "./visibility.ts";

/** Who gives a command, and the key that makes its repeats harmless. */
interface CommandAuthor {
  readonly principal: Principal;
  readonly key: IdempotencyKey | null;
}

/** Runs a command on a visible chat. Returns the changed chat as the principal sees it. */
export async function executeChatCommand(
  deps: ChatDeps,
  author: CommandAuthor,
  id: number,
  handler: CommandHandler<ChatEntity>,
): Promise<Chat> {
  const { principal } = author;
  await requireVisibleChat(deps, principal, id);
  const chat = await writeChat(deps, author, id, handler);
  const { assignment, unread, last_message } = await loadChat(deps, principal, chat.id).catch(
    () => chatNotVisible,
  );
  return { ...chat, assignment, unread, last_message };
}

/** An operator who leaves a chat of an invisible channel gets only the changed chat. */
const chatNotVisible = { assignment: null, unread: 0, last_message: null };

async function writeChat(
  deps: RouteDeps,
  { principal, key }: CommandAuthor,
  id: number,
  handler: CommandHandler<ChatEntity>,
): Promise<ChatEntity> {
  const written = await deps.write({
    account: principal.accountId,
    subject: { chat: id, operator: principal.operatorId },
    handler,
    idempotency: key ?? undefined,
  });
  return written.answer;
}
