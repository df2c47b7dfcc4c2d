import * as bot from "../../packages/protocol/src/bot/index.ts";
import * as channel from "../../packages/protocol/src/channel/index.ts";
import * as webhook from "../../packages/protocol/src/webhook/index.ts";
import { listFields, renderMarkdownTable, type Schema, type WrittenCells } from "./table.ts";

/**
 * A table of the fields of a schema of the protocol. The meaning of each field is written on the
 * page; path, type and `Always` are those of the schema.
 */
interface FieldTable {
  readonly schema: object;
  /** Fields that have their own table. */
  readonly separateTables?: readonly string[];
  /** Differences, if one schema represents several shapes. */
  readonly overrides?: Readonly<
    Record<string, { readonly type?: string; readonly isRequired?: boolean }>
  >;
  /** Fields left out, because they are in the table of the common fields. */
  readonly excluded?: readonly string[];
}

/** Fields that every event of a webhook has, or may have. */
const commonFields = [
  "event_name",
  "chat_id",
  "widget_id",
  "user_token",
  "event_timestamp",
  "visitor",
  "agent",
  "department",
  "session",
  "page",
  "analytics",
  "tags",
  "priority",
  "sla",
  "promise",
  "invitation",
  "custom_data",
  "fields",
];

/** Parts of events that have their own table. The other events have none. */
const separateParts: Partial<Record<webhook.WebhookEventName, readonly string[]>> = {
  chat_updated: ["chat"],
  chat_finished: ["agents"],
  chat_rated: ["agents"],
};
/** Returns a table for each event of a webhook, without the common fields. */
function listEventTables(): Readonly<Record<string, FieldTable>> {
  return Object.fromEntries(
    webhook.webhookEvents.map((event) => [
      `webhook ${event}`,
      {
        schema: webhook.webhookBodies[event],
        separateTables: separateParts[event] ?? [],
        excluded:
          event === "message_delivery_failed" ? [...commonFields, ...textFields] : commonFields,
      },
    ]),
  );
}
/** Fields of a message that `message_delivery_failed` does not contain (WH-112). */
const textFields = ["message", "quoted", "subject", "recipients"].map(
  (field) => `chat_message.${field}`,
);

/** All field tables by the name used in the pages. */
const fieldTables: Readonly<Record<string, FieldTable>> = {
  "channel sender": { schema: channel.ChannelSender },
  "channel text": { schema: channel.ChannelText },
  "channel typing": { schema: channel.ChannelTyping },
  "channel file": { schema: channel.ChannelFile },
  "channel location": { schema: channel.ChannelLocation },
  "channel receipt": { schema: channel.ChannelReceipt },
  "channel edit": { schema: channel.ChannelEdit },
  "channel deletion": { schema: channel.ChannelDeletion },
  "channel reply": { schema: channel.ChannelReply, separateTables: ["message"] },
  "bot client message": { schema: bot.BotClientMessage },
  "bot agent joined": { schema: bot.BotAgentJoined },
  "bot message": { schema: bot.BotMessage, separateTables: ["message"] },
  "bot text": { schema: bot.BotText },
  "bot markdown": { schema: bot.BotMarkdown },
  "bot buttons": { schema: bot.BotButtons },
  "bot invite": { schema: bot.BotInviteAgent },
  "bot error": { schema: bot.BotError },
  "webhook common": {
    schema: webhook.webhookBodies.chat_accepted,
    separateTables: ["visitor", "agent", "department", "session"],
    overrides: {
      event_name: { type: "string" },
      chat_id: { isRequired: false },
      agent: { isRequired: false },
    },
  },
  "webhook visitor": { schema: webhook.WebhookVisitor },
  "webhook agent": { schema: webhook.WebhookAgent },
  "webhook department": { schema: webhook.WebhookDepartment },
  "webhook session": { schema: webhook.WebhookSession },
  ...listEventTables(),
  "webhook reply": { schema: webhook.WebhookDataReply },
};

/** Renders the table of a name, with the meanings of the page. A new field has an empty one. */
export function renderFields(name: string, written: WrittenCells): string {
  const table = fieldTables[name];
  if (table === undefined) throw new Error(`no table of fields "${name}"`);
  const isExcluded = (path: string): boolean =>
    (table.excluded ?? []).some(
      (one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`),
    );
  const rows = listFields(table.schema as Schema, new Set(table.separateTables))
    .filter(({ path }) => !isExcluded(path))
    .map((field) => {
      const { path, type, isRequired } = { ...field, ...table.overrides?.[field.path] };
      return [`\`${path}\``, type, isRequired ? "yes" : "", written.get(path)?.[3] ?? ""];
    });
  return renderMarkdownTable(["Field", "Type", "Always", "Meaning"], rows);
}
