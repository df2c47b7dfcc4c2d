import type { WidgetMessage } from "@parlour/protocol/widget";

/** What stands in the log: a day, a line of the system, or bubbles of one author in one minute. */
export type Item =
  | { readonly kind: "day"; readonly key: string; readonly at: string }
  | { readonly kind: "line"; readonly key: string; readonly message: WidgetMessage }
  | { readonly kind: "group"; readonly key: string; readonly messages: readonly WidgetMessage[] };

/** Messages in their order; days are those of this browser. */
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

/** The greeting keeps its place in the document when the stored one follows the one before the chat, so that it is not read out again (WG-111). */
export const greetingItem = (message: WidgetMessage): Item => ({ kind: "group", key: "greeting", messages: [{ ...message, id: 0 }] });

function belongs(last: WidgetMessage, next: WidgetMessage): boolean {
  return last.from === next.from && last.name === next.name && last.at.slice(0, 16) === next.at.slice(0, 16);
}
