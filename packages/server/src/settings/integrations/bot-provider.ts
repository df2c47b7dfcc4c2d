import { botProvider } from "@parlour/protocol/settings/kinds/bot-provider";
import type { ConfigFile } from "@parlour/protocol/config";
import type { NamedValues } from "@parlour/protocol/settings/values";
import { readEntries, toCompared } from "../kind/file-entry.ts";
import { writeEntry } from "../kind/write-entry.ts";
import type { FileHelpers } from "../resource.ts";

/**
 * A bot provider of the provisioning file (BOT-001). Providers belong to the installation and have
 * texts as ids, so they are no `SettingsResource`.
 */
export type BotProviderEntry = NamedValues<(typeof botProvider)["fields"]>;

/** Reads the bot providers of a file and fills in defaults. */
export const readBotProviders = (
  { bot_providers = [] }: ConfigFile,
  helpers: FileHelpers,
): readonly BotProviderEntry[] =>
  readEntries(botProvider, bot_providers, helpers).map(({ values }) => values);

/** Returns a provider as the file has it, without defaults. */
export const writeBotProvider = (values: BotProviderEntry): unknown =>
  writeEntry(botProvider, { values }, () => "");

/** Values that the plan compares and prints. */
export const toComparedProvider = (provider: BotProviderEntry): Readonly<Record<string, unknown>> =>
  toCompared(botProvider, provider);
