import type { Channel } from "@parlour/protocol";
import type { Bot, Webhook } from "@parlour/protocol/api";
import { can, useCurrentOperator } from "../../state/session.tsx";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../state/api/api.ts";

/** An object of the account whose values can fill a page. */
export interface AccountValues {
  readonly id: string;
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
}

const omitUnknown = (values: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== null && pair[1] !== ""));

export const channelValues = (channel: Pick<Channel, "id" | "name" | "public_id" | "inbound_url" | "endpoint_url">): AccountValues => ({
  id: String(channel.id),
  name: channel.name,
  values: omitUnknown({
    "{webhook_base_url}/<random_string>/<CHANNEL_PUBLIC_ID>": channel.inbound_url,
    "<CHANNEL_PUBLIC_ID>": channel.public_id,
    "<endpoint URL>": channel.endpoint_url,
  }),
});
export const botValues = (bot: Pick<Bot, "id" | "name" | "provider" | "address" | "address_with_authorization" | "endpoint_url">): AccountValues => ({
  id: String(bot.id),
  name: bot.name,
  values: omitUnknown({
    "{bot_base_url}/webhooks/<provider_id>/<token>": bot.address,
    "{bot_base_url}/providers/<provider_id>/<token>": bot.address_with_authorization,
    "<provider_id>": bot.provider.id,
    "<endpoint URL>": bot.endpoint_url,
  }),
});
const webhookValues = (webhook: Webhook): AccountValues => ({
  id: String(webhook.id),
  name: webhook.url,
  values: omitUnknown({ "<URL>": webhook.url }),
});

/**
 * Returns the values of a widget. The placeholders are the sample values of the widget pages:
 * `Lk29fQw7Za`, chat.example, and names that begin with `widget` (WG-003).
 */
export const widgetValues = (widget: Pick<Channel, "id" | "name" | "public_id" | "snippet" | "widget">): AccountValues => ({
  id: String(widget.id),
  name: widget.name,
  values: omitUnknown({
    "https://chat.example/widget/Lk29fQw7Za.js": /src="([^"]+)"/.exec(widget.snippet ?? "")?.[1] ?? null,
    Lk29fQw7Za: widget.public_id,
    ...Object.fromEntries(scriptNames.map((name) => [`widget_${name}`, `${widget.widget?.prefixes[0] ?? "widget"}_${name}`])),
  }),
});
const scriptNames = ["api", "on", "init", "destroy", "config"];

const listWidgets = async (): Promise<AccountValues[]> => (await api.list<Channel>("/channels")).filter((channel) => channel.kind === "widget").map(widgetValues);
const valueLoaders: Readonly<Record<string, () => Promise<AccountValues[]>>> = {
  channel: async () => (await api.list<Channel>("/channels")).filter((channel) => channel.kind === "api").map(channelValues),
  bot: async () => (await api.list<Bot>("/bots")).map(botValues),
  widget: listWidgets,
  script: listWidgets,
  webhook: async () => (await api.list<Webhook>("/webhooks")).map(webhookValues),
};

/**
 * Loads the account's objects whose values can fill a page. Empty while loading, and for pages
 * without placeholders.
 */
export function useAccountValues(page: string): readonly AccountValues[] {
  const list = valueLoaders[page];
  const me = useCurrentOperator();
  const isAllowed = (page !== "bot" || can(me, "bots.read")) && (page !== "webhook" || can(me, "webhooks.read"));
  const { data } = useQuery({ queryKey: [`${page}s`, "docs"], queryFn: () => list?.() ?? Promise.resolve([]), enabled: list !== undefined && isAllowed });
  return data ?? [];
}

/** Replaces the placeholders in a text. Longer placeholders are replaced first. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  const keys = Object.keys(values).toSorted((a, b) => b.length - a.length);
  if (keys.length === 0) return text;
  const pattern = new RegExp(keys.map((key) => key.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "g");
  return text.replace(pattern, (key) => values[key] ?? key);
}
