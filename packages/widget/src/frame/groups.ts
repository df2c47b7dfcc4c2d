import type { WidgetMessage } from "@parlour/protocol/widget";

/** A row of the message list: a day, a system message, or bubbles of one author in one minute. */
export type Item =
  | { readonly kind: "day"; readonly key: string; readonly at: string }
  | { readonly kind: "line"; readonly key: string; readonly message: WidgetMessage }
  | { readonly kind: "group"; readonly key: string; readonly messages: readonly WidgetMessage[] };

/** Groups messages in their order. Days are in the browser's time zone. */
export function itemsOf(messages: readonly WidgetMessage[]): readonly Item[] {
  const items: Item[] = [];
  let day = "";
  let group: WidgetMessage[] = [];
  for (const message of messages) {
    if (message.code === "greeting") {
      items.push(greetingItem(message));
      continue;
    }
    const its = new Date(message.at).toDateString();
    if (its !== day) {
      day = its;
      group = [];
      items.push({ kind: "day", key: `d${message.id}`, at: message.at });
    }
    const last = group.at(-1);
    if (message.from === "system" && message.code !== "invitation") {
      group = [];
      items.push({ kind: "line", key: `l${message.id}`, message });
    } else if (last !== undefined && belongs(last, message)) group.push(message);
    else {
      group = [message];
      items.push({ kind: "group", key: `g${message.id}`, messages: group });
    }
  }
  return items;
}

/**
 * The greeting keeps its list key when the stored one replaces the one before the chat. Otherwise
 * screen readers would announce it again (WG-111).
 */
export const greetingItem = (message: WidgetMessage): Item => ({ kind: "group", key: "greeting", messages: [{ ...message, id: 0 }] });

function belongs(last: WidgetMessage, next: WidgetMessage): boolean {
  return last.from === next.from && last.name === next.name && last.at.slice(0, 16) === next.at.slice(0, 16);
}
