import { listFields, type SettingField } from "../kit/setting-field.ts";

/** What the search finds on the pages of bots. */
export const botFields: readonly SettingField[] = [
  ...listFields(
    ["bot.group", "bot.channels", "bot.handover", "bot.auth", "bot.addresses", "test.title"],
    { at: "one" },
  ),
  ...listFields(["bot.name", "bot.url", "bot.append_token", "bot.token", "bot.photo"], {
    group: "bot.group",
    at: "one",
  }),
  ...listFields(
    ["bot.invite", "bot.silent", "bot.answers_settle", "bot.closed", "bot.button_text"],
    { group: "bot.handover", at: "one" },
  ),
  ...listFields(
    ["on", "url", "id", "secret", "scope", "how"].map((name) => `bot.auth.${name}`),
    {
      group: "bot.auth",
      at: "one",
    },
  ),
  ...listFields(["bot.address", "bot.address.auth", "channel.secret.new", "channel.secret"], {
    group: "bot.addresses",
    at: "one",
  }),
  ...listFields(["bot.new.title", "bot.kind", "bot.own.group", "bot.provider"], { at: "new" }),
  { label: "bot.kind.label", group: "bot.kind", at: "new" },
  { label: "test.which", group: "test.title", at: "one" },
];

/** What it finds on the pages of channels of external services. */
export const connectorFields: readonly SettingField[] = [
  ...listFields(["connector.group.settings", "connector.service", "channel.operators"], {
    at: "one",
  }),
  { label: "connector.name", group: "connector.group.settings", at: "one" },
  ...listFields(["connector.address.taken", "connector.address.unproved"], { at: "one" }),
  { label: "connector.address.code", group: "connector.address.unproved", at: "one" },
  { label: "connector.step1", at: "new" },
];
