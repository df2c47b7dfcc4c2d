import type { NamedRef, TagRef } from "../entity.ts";
import type { ChatDraft, Event } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { AccountConfig, Verb } from "../ports.ts";
import { chatAnswer, systemLine } from "./draft.ts";

/**
 * Sets the tags of a chat, also of a closed one (API-044). Tags that the account has deleted remain
 * by name until they are removed. The same tags again change nothing. Subject: `{chat}`. Failures:
 * `not_found`, `invalid_request`. Answers the chat.
 */
export function tagChat(input: { readonly operatorId: number; readonly tags: readonly number[] }): Verb {
  return (scene) => {
    const by = actingOperator(scene, input.operatorId);
    if (isFailure(by)) return by;
    const { visitor } = scene;
    const chat = scene.chat?.entity;
    if (chat === undefined || visitor === null) return fail("not_found", "There is no such chat.");
    const before = chat.tags ?? [];
    const tags = chosen(scene.config, before, input.tags);
    if (isFailure(tags)) return tags;
    const added = tags.filter((tag) => !has(before, tag));
    const removed = before.filter((tag) => !has(tags, tag));
    if (added.length + removed.length === 0) return { events: [], answer: chatAnswer(chat, visitor.entity) };
    const next: ChatDraft = { ...chat, tags };
    const events: Event[] = [
      ...(added.length === 0 ? [] : [systemLine(scene, chat.id, line("tagged", by, added), `${by.name} added ${names(added)}`)]),
      ...(removed.length === 0 ? [] : [systemLine(scene, chat.id, line("untagged", by, removed), `${by.name} removed ${names(removed)}`)]),
      { name: "chat_updated", chat: next },
    ];
    return { events, answer: chatAnswer(next, visitor.entity) };
  };
}

/**
 * Returns the tags in the given order. A tag that the account has deleted keeps its earlier name.
 */
function chosen({ tags }: AccountConfig, before: readonly TagRef[], ids: readonly number[]): TagRef[] | Failure {
  const list: TagRef[] = [];
  for (const id of ids) {
    const name = tags.get(id) ?? before.find((tag) => tag.id === id)?.name;
    if (name === undefined) return fail("invalid_request", `There is no tag ${id}.`, { field: "tags" });
    list.push({ id, name });
  }
  return list;
}

const has = (list: readonly TagRef[], tag: TagRef): boolean => list.some((one) => one.id === tag.id);
const names = (list: readonly TagRef[]): string => list.map((tag) => tag.name).join(", ");
const line = (code: "tagged" | "untagged", by: NamedRef, list: readonly TagRef[]) => ({ code, by, detail: names(list) });
