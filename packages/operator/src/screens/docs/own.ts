import type { Channel } from "@parlour/protocol";
import type { Bot, Webhook } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../state/api.ts";

/** An object of the account whose values can fill a page. */
export interface Own {
  readonly id: string;
  readonly name: string;
  /** Placeholder in the pages → value of this account. */
  readonly values: Readonly<Record<string, string>>;
}

const known = (values: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== null && pair[1] !== ""));

export const ofChannel = (channel: Pick<Channel, "id" | "name" | "public_id" | "inbound_url" | "endpoint_url">): Own => ({
  id: String(channel.id),
  name: channel.name,
  values: known({
    "{webhook_base_url}/<random_string>/<CHANNEL_PUBLIC_ID>": channel.inbound_url,
    "<CHANNEL_PUBLIC_ID>": channel.public_id,
    "<endpoint URL>": channel.endpoint_url,
  }),
});
export const ofBot = (bot: Pick<Bot, "id" | "name" | "provider" | "address" | "address_with_authorization" | "endpoint_url">): Own => ({
  id: String(bot.id),
  name: bot.name,
  values: known({
    "{bot_base_url}/webhooks/<provider_id>/<token>": bot.address,
    "{bot_base_url}/providers/<provider_id>/<token>": bot.address_with_authorization,
    "<provider_id>": bot.provider.id,
    "<endpoint URL>": bot.endpoint_url,
  }),
});
export const ofWebhook = (webhook: Pick<Webhook, "id" | "url">): Own => ({
  id: String(webhook.id),
  name: webhook.url,
  values: known({ "<URL>": webhook.url }),
});

/**
 * The examples of the widget pages use a widget Lk29fQw7Za at chat.example whose names begin with
 * `widget` (WG-003).
 */
export const ofWidget = (widget: Pick<Channel, "id" | "name" | "public_id" | "snippet" | "widget">): Own => ({
  id: String(widget.id),
  name: widget.name,
  values: known({
    "https://chat.example/widget/Lk29fQw7Za.js": /src="([^"]+)"/.exec(widget.snippet ?? "")?.[1] ?? null,
    Lk29fQw7Za: widget.public_id,
    ...Object.fromEntries(scriptNames.map((name) => [`widget_${name}`, `${widget.widget?.prefixes[0] ?? "widget"}_${name}`])),
  }),
});
const scriptNames = ["api", "on", "init", "destroy", "config"];

const listWidgets = async (): Promise<Own[]> => (await api.list<Channel>("/channels")).filter((channel) => channel.kind === "widget").map(ofWidget);
const lists: Readonly<Record<string, () => Promise<Own[]>>> = {
  channel: async () => (await api.list<Channel>("/channels")).filter((channel) => channel.kind === "api").map(ofChannel),
  bot: async () => (await api.list<Bot>("/bots")).map(ofBot),
  widget: listWidgets,
  script: listWidgets,
  webhook: async () => (await api.list<Webhook>("/webhooks")).map(ofWebhook),
};

/**
 * Loads the account's objects for a page. Empty while loading, and for pages without placeholders.
 */
export function useOwn(page: string): readonly Own[] {
  const list = lists[page];
  const { data } = useQuery({ queryKey: [`${page}s`, "docs"], queryFn: () => list?.() ?? Promise.resolve([]), enabled: list !== undefined });
  return data ?? [];
}

/** Replaces placeholders in a text, the longest first. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  const keys = Object.keys(values).toSorted((a, b) => b.length - a.length);
  if (keys.length === 0) return text;
  const any = new RegExp(keys.map((key) => key.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "g");
  return text.replace(any, (key) => values[key] ?? key);
}
