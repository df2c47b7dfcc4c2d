import { stringify } from "yaml";
import { ConfigFile } from "@parlour/protocol/config";
import { describeBot } from "./bot-api.ts";
import { describeChannel } from "./channel-api.ts";
import { documentNames, type DocumentFile, type DocumentName } from "./document-names.ts";
import { describeEvents } from "./event-api.ts";
import { addExamples } from "./examples/add-examples.ts";
import { describeServiceApi } from "./service-api.ts";
import { addTexts } from "./texts/add-texts.ts";
import { describeWebhooks } from "./webhooks.ts";

/** Describes all documents from the schemas (CORE-134), with examples (API-393). */
export async function describeDocuments(): Promise<Readonly<Record<DocumentName, object>>> {
  return {
    "openapi.json": addExamples(await describeServiceApi()),
    "channel.json": addExamples(describeChannel()),
    "bot.json": addExamples(describeBot()),
    "webhook.json": addExamples(describeWebhooks()),
    "asyncapi.json": describeEvents(),
    "config.schema.json": addTexts(ConfigFile, "config.schema.json"),
  };
}

/** Returns the text of every published file. The texts depend only on the code. */
export async function renderDocuments(): Promise<Readonly<Record<DocumentFile, string>>> {
  const documents = await describeDocuments();
  const texts = documentNames.map((name) => [
    name,
    `${JSON.stringify(documents[name], null, 1)}\n`,
  ]);
  return {
    ...(Object.fromEntries(texts) as Readonly<Record<DocumentName, string>>),
    "openapi.yaml": stringify(documents["openapi.json"], { aliasDuplicateObjects: false }),
  };
}
