import { ApiError } from "@parlour/client";
import type { Channel } from "@parlour/protocol";
import { expect, test } from "vitest";
import {
  buildSettings,
  listShownSettings,
  mapConnectorErrorField,
  toFormValues,
  validateConnector,
} from "./connector-form.ts";

const screen = {
  kind: "mail",
  prefix: "mailchannel",
  fields: ["address", "receive", "imap.host", "imap.port", "imap_password", "signature"],
} as const;
const stored: Pick<Channel, "name" | "operators" | "settings"> = {
  name: "Mail",
  operators: [2, 1],
  settings: { address: "a@shop.example", receive: "imap", imap: { host: "mx", port: 993 } },
};

test("[CON-010] a stored channel fills the form; secrets stay empty and are not sent again", () => {
  const values = toFormValues(screen, stored);
  expect(values).toMatchObject({
    operators: [1, 2],
    "settings.imap.host": "mx",
    "settings.imap.port": "993",
    "settings.imap_password": "",
  });
  expect(validateConnector(screen, values, false)).toEqual({});
  expect(buildSettings(screen, values, false)).toEqual({ ...stored.settings, signature: null });
  const changed = { ...values, "settings.imap_password": "secret", "settings.signature": " Ines " };
  expect(buildSettings(screen, changed, false)).toMatchObject({
    imap_password: "secret",
    signature: "Ines",
  });
});

test("[CON-010] settings that the others do not need are hidden and removed", () => {
  const values = { ...toFormValues(screen, stored), "settings.receive": "smtp" };
  expect(listShownSettings(screen, values).map(({ path }) => path)).toEqual([
    "address",
    "receive",
    "signature",
  ]);
  expect(buildSettings(screen, values, false)).toEqual({
    address: "a@shop.example",
    receive: "smtp",
    imap: null,
    signature: null,
  });
  expect(buildSettings(screen, values, true)).toEqual({
    address: "a@shop.example",
    receive: "smtp",
  });
});

test("[CON-010] what is missing or no number is said at its field; the server's errors too", () => {
  const values = toFormValues(screen, { name: " ", operators: [] });
  expect(Object.keys(validateConnector(screen, values, true)).sort()).toEqual([
    "name",
    "operators",
    "settings.address",
    "settings.imap.host",
    "settings.imap.port",
  ]);
  const bot = { kind: "telegram", prefix: "telegram", fields: ["bot_token", "greeting"] } as const;
  const empty = toFormValues(bot, stored);
  expect(Object.keys(validateConnector(bot, empty, true))).toEqual(["settings.bot_token"]);
  expect(validateConnector(bot, empty, false)).toEqual({});
  const wrong = { ...toFormValues(screen, stored), "settings.imap.port": "ninety" };
  expect(Object.keys(validateConnector(screen, wrong, false))).toEqual(["settings.imap.port"]);
  const createError = (name: string) =>
    new ApiError({ status: 400, code: "invalid_request", message: "No.", field: name });
  expect(mapConnectorErrorField(values, createError("settings.imap.host"))).toBe(
    "settings.imap.host",
  );
  expect(mapConnectorErrorField(values, createError("operators[0]"))).toBe("operators");
  expect(mapConnectorErrorField(values, createError("settings.other"))).toBeNull();
});
