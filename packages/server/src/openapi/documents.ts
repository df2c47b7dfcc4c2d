import { ConfigFile } from "@parlour/protocol/config";
import { describeBot } from "./bot-api.ts";
import { describeChannel } from "./channel-api.ts";
import type { DocumentName } from "./document-names.ts";
import { describeServiceApi } from "./service-api.ts";
import { describeWebhooks } from "./webhooks.ts";

/** Returns the content of every published document, from the schemas of the code (CORE-134). */
export async function describeDocuments(): Promise<Readonly<Record<DocumentName, object>>> {
  return {
    "openapi.json": await describeServiceApi(),
    "channel.json": describeChannel(),
    "bot.json": describeBot(),
    "webhook.json": describeWebhooks(),
    "config.schema.json": ConfigFile,
  };
}

/** Returns the text of a published document. The text depends only on the code. */
export const renderDocument = (content: object): string => `${JSON.stringify(content, null, 1)}\n`;
