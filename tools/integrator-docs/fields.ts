import { botFields } from "./fields-bot.ts";
import { channelFields } from "./fields-channel.ts";
import { webhookFields } from "./fields-webhook.ts";
import type { FieldTable } from "./field-table.ts";

/** All field tables by the name used in the pages. */
export const fieldTables: Readonly<Record<string, FieldTable>> = {
  ...channelFields,
  ...botFields,
  ...webhookFields,
};
