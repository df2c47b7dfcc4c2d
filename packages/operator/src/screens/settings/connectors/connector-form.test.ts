import { ApiError } from "@parlour/client";
import type { Channel } from "@parlour/protocol";
import { expect, test } from "vitest";
import {
  buildSettings,
  listShownFields,
  mapConnectorErrorField,
  toFormValues,
  validateConnector,
} from "./connector-form.ts";
import type { SettingField } from "./kind-screen.ts";

const field = (name: string, more: Partial<SettingField> = {}): SettingField => ({
  name,
  type: "text",
  label: () => name,
  ...more,
});
const fields = [
  field("address"),
  field("receive", { type: "choice", initial: "imap" }),
  field("imap.host", { isShown: (get) => get("receive") === "imap" }),
  field("imap.port", { type: "number", isShown: (get) => get("receive") === "imap" }),
  field("imap_password", { type: "secret", isShown: (get) => get("receive") === "imap" }),
  field("signature", { type: "lines", isOptional: true }),
];
const screen = { fields };
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
  expect(listShownFields(screen, values).map(({ name }) => name)).toEqual([
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
    "settings.imap_password",
  ]);
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
