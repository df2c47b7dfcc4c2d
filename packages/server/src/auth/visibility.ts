import type { NamedRef } from "../core/entity.ts";
import type { AccountConfig } from "../core/command.ts";
import { isReaderOfTexts } from "../core/operator/role.ts";
import type { Principal } from "./principal.ts";

/** The facts about a chat that decide who may see it. */
export interface ChatVisibilityInput {
  readonly channelId: number;
  readonly assignee: NamedRef | null;
  readonly participants: readonly NamedRef[];
}

/**
 * Returns whether a principal may see a chat (CORE-001). Owners, admins, developers and viewers see
 * every chat. Operators see chats of their channels and chats in which they participate.
 */
export function canSeeChat(
  principal: Principal,
  chat: ChatVisibilityInput,
  config: AccountConfig,
): boolean {
  if (canSeeAllChats(principal)) return true;
  if (canSeeChannel(principal, chat.channelId, config)) return true;
  return (
    chat.assignee?.id === principal.operatorId ||
    chat.participants.some((participant) => participant.id === principal.operatorId)
  );
}
export function canSeeAllChats(principal: Principal): boolean {
  return principal.role !== "operator";
}
/** Returns whether the operator is assigned to the channel. */
export function canSeeChannel(
  principal: Principal,
  channelId: number,
  config: AccountConfig,
): boolean {
  return config.channels.get(channelId)?.operators.has(principal.operatorId) ?? false;
}

/**
 * Returns whether texts must be masked for this principal. Developers test channels without reading
 * messages (CORE-001).
 */
export function mustMaskText(principal: Principal): boolean {
  return !isReaderOfTexts(principal);
}
/** Returns what the principal may see of an entity: the entity itself, or what `mask` builds. */
export const maskFor = <E>(principal: Principal, mask: (entity: E) => E, entity: E): E =>
  mustMaskText(principal) ? mask(entity) : entity;
