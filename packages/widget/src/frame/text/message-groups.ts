import type { WidgetMessage } from "@parlour/protocol/widget";

/** A row of the message list: a day, a system message, or bubbles of one author in one minute. */
export type ConversationItem =
  | { readonly kind: "day"; readonly key: string; readonly at: string }
  | { readonly kind: "line"; readonly key: string; readonly message: WidgetMessage }
  | { readonly kind: "group"; readonly key: string; readonly messages: readonly WidgetMessage[] };

/** Groups messages in their order. Days are in the browser's time zone. */
export function groupMessages(messages: readonly WidgetMessage[]): readonly ConversationItem[] {
  const items: ConversationItem[] = [];
  let day = "";
  let group: WidgetMessage[] = [];
  for (const message of messages) {
    if (message.code === "greeting") {
      items.push(createGreetingItem(message));
      continue;
    }
    const messageDay = new Date(message.at).toDateString();
    if (messageDay !== day) {
      day = messageDay;
      group = [];
      items.push({ kind: "day", key: `d${message.id}`, at: message.at });
    }
    const last = group.at(-1);
    if (message.from === "system" && message.code !== "invitation") {
      group = [];
      items.push({ kind: "line", key: `l${message.id}`, message });
    } else if (last !== undefined && isSameGroup(last, message)) group.push(message);
    else {
      group = [message];
      items.push({ kind: "group", key: `g${message.id}`, messages: group });
    }
  }
  return items;
}

/**
 * The greeting keeps its list key when the stored greeting replaces the provisional one. With
 * another key, screen readers would announce the greeting again (WG-111).
 */
export const createGreetingItem = (message: WidgetMessage): ConversationItem => ({
  kind: "group",
  key: "greeting",
  messages: [{ ...message, id: 0 }],
});

function isSameGroup(last: WidgetMessage, next: WidgetMessage): boolean {
  return (
    last.from === next.from &&
    last.name === next.name &&
    last.at.slice(0, 16) === next.at.slice(0, 16)
  );
}
