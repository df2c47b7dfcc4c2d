import { ApiError } from "@parlour/client";
import type { Channel } from "@parlour/protocol";
import { flattenFields, isFieldShown } from "@parlour/protocol/settings/paths";
import { IconMail } from "@tabler/icons-react";
import { expect, test } from "vitest";
import { createChannel } from "../../../../tests/channels.ts";
import { findErrorField, type FormValues } from "../kit/kind/form-values.ts";
import { createConverters, validate } from "../kit/kind/use-kind-form.ts";
import { toConnectorKind } from "./connector-kind.tsx";

const screen = {
  kind: "mail",
  prefix: "mailchannel",
  icon: IconMail,
  fields: [
    "address",
    "receive",
    "imap.host",
    "imap.port",
    "imap.mailbox",
    "imap_password",
    "signature",
  ],
  initial: { "imap.mailbox": "INBOX", signature: "{operator}" },
} as const;
const channel = createChannel(5, {
  kind: "mail",
  name: "Mail",
  operators: [2, 1],
  settings: { address: "a@shop.example", receive: "imap", imap: { host: "mx", port: 993 } },
});

function createForm(of: Parameters<typeof toConnectorKind>[0], stored: Channel | null) {
  const kind = toConnectorKind(of, stored);
  const { saved, createBody } = createConverters(kind, stored);
  return {
    kind,
    saved,
    build: (values: FormValues, sent = Object.keys(saved)) => createBody(values, sent)["settings"],
    check: (values: FormValues) => ({ ...validate(kind, values), ...kind.findErrors?.(values) }),
  };
}

test("[CON-010] a stored channel fills the form; secrets stay empty and are not sent again", () => {
  const { saved, build, check } = createForm(screen, channel);
  expect(saved).toMatchObject({
    operators: [1, 2],
    "settings.imap.host": "mx",
    "settings.imap.port": "993",
    "settings.imap.mailbox": "",
    "settings.imap_password": "",
    "settings.signature": "",
  });
  expect(check(saved)).toEqual({});
  expect(build(saved)).toEqual({ ...channel.settings, signature: null });
  const changed = {
    ...saved,
    "settings.imap_password": "secret",
    "settings.signature": " Ines ",
  };
  expect(build(changed)).toMatchObject({ imap_password: "secret", signature: "Ines" });
  expect(build(changed, ["settings.signature"])).toEqual({ signature: "Ines" });
});

test("[CON-010] settings that the others do not need are hidden and removed", () => {
  const { kind, saved, build } = createForm(screen, channel);
  const values = { ...saved, "settings.receive": "smtp", "settings.imap_password": "secret" };
  const { fields } = kind.kind;
  const shown = Object.keys(flattenFields(fields)).filter(
    (name) => Object.hasOwn(values, name) && isFieldShown(fields, values, name),
  );
  expect(shown).toEqual([
    "name",
    "operators",
    "settings.address",
    "settings.receive",
    "settings.signature",
  ]);
  const settings = { address: "a@shop.example", receive: "smtp", imap: null, signature: null };
  expect(build(values)).toEqual(settings);
  expect(build(values, ["settings.receive"])).toEqual({ receive: "smtp", imap: null });
});

test("[CON-010] a group that the stored channel does not have begins with the usual values", () => {
  const { address } = channel.settings as { address: string };
  const stored = { ...channel, settings: { address, receive: "smtp" } };
  expect(createForm(screen, stored).saved).toMatchObject({
    "settings.imap.mailbox": "INBOX",
    "settings.signature": "",
  });
  expect(createForm(screen, null).saved).toMatchObject({
    "settings.imap.mailbox": "INBOX",
    "settings.signature": "{operator}",
  });
});

test("[CON-010] what is missing or no number is said at its field; the server's errors too", () => {
  const { kind, saved, check } = createForm(screen, null);
  expect(Object.keys(check({ ...saved, name: " ", operators: [] })).toSorted()).toEqual([
    "name",
    "operators",
    "settings.address",
    "settings.imap.host",
    "settings.imap.port",
  ]);
  const telegram = {
    kind: "telegram",
    prefix: "telegram",
    icon: IconMail,
    fields: ["bot_token", "greeting"],
  } as const;
  const bot = createForm(telegram, null);
  const named = { ...bot.saved, name: "Shop", operators: [1] };
  expect(Object.keys(bot.check(named))).toEqual(["settings.bot_token"]);
  expect(createForm(telegram, { ...channel, kind: "telegram" }).check(named)).toEqual({});
  const stored = createForm(screen, channel);
  const wrong = { ...stored.saved, "settings.imap.port": "ninety" };
  expect(Object.keys(stored.check(wrong))).toEqual(["settings.imap.port"]);
  const names = Object.keys(saved);
  const find = (field: string) =>
    findErrorField(
      kind.kind.fields,
      names,
      new ApiError({ status: 400, code: "invalid_request", message: "No.", field }),
    );
  expect(find("settings.imap.host")).toBe("settings.imap.host");
  expect(find("operators[0]")).toBe("operators");
  expect(find("settings.other")).toBeNull();
});
