import type { RuleEvent } from "@parlour/protocol/automation/rule";
import type { SystemMessageCode } from "../core/chat/message/system-message-codes.ts";
import type { FieldChange, Message, MessageCause } from "../core/entity.ts";
import { isImportedEntry } from "../core/move-in/imported-entry.ts";
import type { JournalEntry } from "../journal/entry.ts";

/**
 * Which journal entries are which events of rules (RULE-010). The checks compare texts of the
 * frame, because they run for each entry of an account with rules. Quotes inside texts are escaped,
 * so a match is a key with its value.
 */

type Check = (entry: JournalEntry) => boolean;

const isMessageBy =
  (author: string): Check =>
  ({ name, frame }) =>
    name === "message_created" &&
    frame.includes(`"author":{"kind":"${author}"`) &&
    !frame.includes('"kind":"note"') &&
    !frame.includes('"blacklisted":true') &&
    !isImportedEntry({ name, frame });

function hasLine(...codes: readonly SystemMessageCode[]): Check {
  const pattern = new RegExp(`"line":\\{"code":"(?:${codes.join("|")})"`);
  return ({ name, frame }) => name === "message_created" && pattern.test(frame);
}

const checks: Readonly<Record<RuleEvent, Check>> = {
  // The chat of a blocked visitor is closed from the start (CORE-071).
  chat_created: ({ name, frame }) => name === "chat_created" && !frame.includes('"state":"closed"'),
  message_by_visitor: isMessageBy("visitor"),
  message_by_operator: isMessageBy("operator"),
  message_by_bot: isMessageBy("bot"),
  assigned: hasLine("accepted", "assigned", "transfer_accepted"),
  transferred: hasLine("transferred", "transfer_accepted"),
  // Only an import from another system sets fields of chats as `import`.
  field_changed: ({ name, frame }) =>
    name === "field_changed" &&
    !(frame.includes('"object":"chat"') && frame.includes('"source":"import"')),
  tag_changed: hasLine("tagged", "untagged"),
  rated: hasLine("rated"),
  closed: hasLine("closed"),
  snooze_ended: hasLine("snooze_ended"),
  delivery_failed: ({ name, chatId, frame }) =>
    name === "delivery_updated" &&
    chatId !== null &&
    frame.includes('"kind":"channel"') &&
    frame.includes('"state":"failed"'),
  sla_at_risk: ({ name }) => name === "chat_sla_at_risk",
  sla_broken: ({ name }) => name === "chat_sla_broken",
  promise_at_risk: ({ name }) => name === "chat_promise_at_risk",
  promise_broken: ({ name }) => name === "chat_promise_broken",
};

export const isEvent = (event: RuleEvent, entry: JournalEntry): boolean => checks[event](entry);

/**
 * Returns the id of the rule that caused the entry, or null if none did. A failed delivery is
 * caused by what wrote its message, so the caller reads that message.
 */
export function findCausingRule({ name, frame }: JournalEntry): number | null {
  if (name === "message_created") {
    if (!frame.includes('"cause":{"kind":"rule"')) return null;
    return getCausingRule(parseData<{ readonly message: Message }>(frame).message.cause);
  }
  if (name !== "field_changed") return null;
  const { source, by } = parseData<{ readonly change: FieldChange }>(frame).change;
  return source === "rule" ? (by?.id ?? null) : null;
}

/** Returns the id of the rule that a message names as its cause, or null. */
export const getCausingRule = (cause: MessageCause | undefined): number | null =>
  cause?.kind === "rule" ? cause.id : null;

export const parseData = <T>(frame: string): T => (JSON.parse(frame) as { readonly data: T }).data;
