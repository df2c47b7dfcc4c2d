import { omitFields } from "@parlour/protocol/omit-fields";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { Call, ChatEntity, Delivery, Message, OfflineMessage, Visitor } from "../entity.ts";
import { mapContacts } from "../contacts.ts";

/**
 * Reduces stored entities whose visitor was erased or whose retention has ended (CORE-115,
 * CORE-116). Each function lists the remaining fields, so that future fields are removed too. Keys
 * keep their order and absent keys stay absent, because a reader fills `seq` at the head of a body
 * (journal/entry.ts).
 */

/** Prefix of an erased visitor's `customer`. A person who returns counts as new. */
export const erasedKeyPrefix = "erased:";

const noContacts = mapContacts(() => null);

/** Removes all data of a visitor except the number, the id and the creation time. */
export function eraseVisitorData<V extends Partial<Visitor>>(visitor: V): V {
  return {
    ...pickKeys(visitor, ["number", "id", "created_at"]),
    ...pickPresent(visitor, {
      ...noContacts,
      photo: null,
      customer: null,
    }),
    erased: true,
  } as unknown as V;
}

const remainingChatKeys = [
  "id",
  "number",
  "seq",
  "state",
  "channel",
  "assignee",
  "participants",
  "department",
  "bot",
  "continues",
  "created_at",
  "accepted_at",
  "closed_at",
  "rating",
  "rating_asked",
  "visitor_read",
  "reply_until",
  "snoozed",
  "snooze_ended",
  "sla",
  "promise",
  "wait",
  "assignment",
  "tags",
  "blacklisted",
  "imported",
] as const satisfies readonly (keyof ChatEntity)[];
export const survivesRetention = (chatKey: string): boolean =>
  (remainingChatKeys as readonly string[]).includes(chatKey);
/** Reasons of a close that are not texts of an operator. */
const closeCauses = new Set([
  "operator",
  "channel_deleted",
  "inactivity",
  "blocked",
  "visitor",
  "rule",
  "broadcast",
]);

/**
 * Removes the data of a chat except participants, times and the reason of the close. `visitor` is
 * `kept` if only the chat is erased.
 */
export function eraseChatData<C extends Partial<ChatEntity>>(
  chat: C,
  visitor: "erased" | "kept" = "erased",
): C {
  const reason = chat.close_reason;
  const remaining: Record<string, unknown> = {
    ...pickKeys(chat, remainingChatKeys),
    ...pickPresent(chat, {
      page: null,
      session: null,
      custom_data: [],
      crm: { link: null, assign: false, assigned: false },
      close_reason: typeof reason === "string" && !closeCauses.has(reason) ? "operator" : reason,
    }),
  };
  if (chat.visitor !== undefined)
    remaining["visitor"] = visitor === "erased" ? eraseVisitorData(chat.visitor) : chat.visitor;
  // Keeps the key order of the entity, which begins with `seq`.
  return Object.fromEntries(
    Object.keys(chat).flatMap((key) => (key in remaining ? [[key, remaining[key]]] : [])),
  ) as C;
}

/**
 * Removes the content of a message and keeps position, author and time, so that `seq` has no gaps
 * (CORE-115). For a system message, the machine-readable part remains.
 */
export function eraseMessageData<M extends Partial<Message>>(message: M): M {
  const { author, line, kind } = message;
  return {
    ...pickKeys(message, ["id", "chat_id"]),
    ...omitAbsent({ author: author?.kind === "visitor" ? { ...author, name: "" } : author }),
    ...pickPresent(message, {
      kind: kind === "note" ? "note" : "text",
      text: "",
      line: line ? pickKeys(line, ["code", "by", "to", "assignment"]) : undefined,
    }),
    ...pickKeys(message, [
      "hidden",
      "imported",
      "created_at",
      "received_at",
      "seen_at",
      "undone_at",
    ]),
    erased: true,
  } as unknown as M;
}

export function eraseCallData(call: Call): Call {
  return { ...omitFields(call, "note"), phone: "", record_url: null };
}
export function eraseOfflineMessageData<O extends Partial<OfflineMessage>>(message: O): O {
  const { answers, visitor } = message;
  return {
    ...pickKeys(message, [
      "id",
      "channel",
      "department",
      "state",
      "operator",
      "created_at",
      "updated_at",
    ]),
    ...omitAbsent({ visitor: visitor && eraseVisitorData(visitor) }),
    ...pickPresent(message, {
      contacts: { name: "", email: "", phone: "" },
      text: "",
      page: null,
      session: null,
    }),
    ...omitAbsent({
      answers: answers?.map((answer) =>
        pickKeys(answer, ["at", "by", "via", "delivery_id", "chat_id"]),
      ),
    }),
  } as unknown as O;
}
export function eraseDeliveryData(delivery: Delivery): Delivery {
  return { ...delivery, error: null };
}

function pickKeys(value: object, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)));
}
/** Returns the entries of `values` whose key exists in the entity. */
function pickPresent(
  value: object,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key in value));
}
