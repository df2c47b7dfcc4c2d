import { botFields } from "./fields-bot.ts";
import { channelFields } from "./fields-channel.ts";
import { webhookFields } from "./fields-webhook.ts";
import type { FieldTable } from "./field-table.ts";

/** Every table of fields by the name that pages use. */
export const fieldTables: Readonly<Record<string, FieldTable>> = { ...channelFields, ...botFields, ...webhookFields };
