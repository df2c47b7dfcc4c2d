import { maxTagsPerChat } from "@parlour/protocol/api/writing-limits";
import type { ChatEntity, TagRef } from "../entity.ts";
import type { ChatData, NewEvent } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import { authorizeActor, type Actor } from "../operator/authorize.ts";
import type { AccountConfig, CommandHandler } from "../command.ts";
import { createChatAnswer, createSystemMessage } from "./create.ts";

/**
 * Sets the tags of a chat, also of a closed one (API-237). Tags that the account has deleted keep
 * their name in the chat until they are removed from it. Setting the same tags changes nothing.
 * Subject: `{chat}`. Failures: `not_found`, `invalid_request`. Result: the chat.
 */
export function tagChat(input: {
  /** null: a rule. */
  readonly operatorId: number | null;
  readonly tags: readonly number[];
}): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = authorizeActor(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { visitor } = context;
    const chat = context.chat?.entity;
    if (chat === undefined || visitor === null) return fail("not_found", "There is no such chat.");
    if (input.tags.length > maxTagsPerChat)
      return fail("invalid_request", `A chat has at most ${maxTagsPerChat} tags.`, {
        field: "tags",
      });
    const before = chat.tags ?? [];
    const tags = resolveTags(context.config, before, input.tags);
    if (isFailure(tags)) return tags;
    const added = tags.filter((tag) => !includesTag(before, tag));
    const removed = before.filter((tag) => !includesTag(tags, tag));
    if (added.length + removed.length === 0)
      return { events: [], answer: createChatAnswer(chat, visitor.entity) };
    const next: ChatData = { ...chat, tags };
    const events: NewEvent[] = [
      ...(added.length === 0
        ? []
        : [
            createSystemMessage(
              context,
              chat.id,
              tagMessage("tagged", actor, added),
              `${actor.name} added ${formatTagNames(added)}`,
            ),
          ]),
      ...(removed.length === 0
        ? []
        : [
            createSystemMessage(
              context,
              chat.id,
              tagMessage("untagged", actor, removed),
              `${actor.name} removed ${formatTagNames(removed)}`,
            ),
          ]),
      { name: "chat_updated", chat: next },
    ];
    return { events, answer: createChatAnswer(next, visitor.entity) };
  };
}

/**
 * Adds and removes tags of a chat. The list follows from the tags that the chat has when the
 * command runs, so that changes at the same time all stay (API-580). Adding a tag that is there, or
 * removing one that is not, changes nothing. Otherwise as `tagChat`.
 */
export const changeChatTags =
  ({
    operatorId,
    add,
    remove,
  }: {
    readonly operatorId: number | null;
    readonly add: readonly number[];
    readonly remove: readonly number[];
  }): CommandHandler<ChatEntity> =>
  (context) => {
    const before = (context.chat?.entity.tags ?? []).map(({ id }) => id);
    const tags = [...new Set([...before, ...add])].filter((id) => !remove.includes(id));
    return tagChat({ operatorId, tags })(context);
  };

/** Returns the tags in the given order. A deleted tag keeps the name that it has in the chat. */
function resolveTags(
  { tags }: AccountConfig,
  before: readonly TagRef[],
  ids: readonly number[],
): TagRef[] | Failure {
  const list: TagRef[] = [];
  for (const id of ids) {
    const name = tags.get(id) ?? before.find((tag) => tag.id === id)?.name;
    if (name === undefined)
      return fail("invalid_request", `There is no tag ${id}.`, { field: "tags" });
    list.push({ id, name });
  }
  return list;
}

const includesTag = (list: readonly TagRef[], tag: TagRef): boolean =>
  list.some((candidate) => candidate.id === tag.id);
const formatTagNames = (list: readonly TagRef[]): string => list.map((tag) => tag.name).join(", ");
const tagMessage = (code: "tagged" | "untagged", actor: Actor, list: readonly TagRef[]) => ({
  code,
  by: actor.operator,
  detail: formatTagNames(list),
});
