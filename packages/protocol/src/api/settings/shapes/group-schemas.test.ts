import { Compile } from "typebox/compile";
import { expect, test } from "vitest";
import { listKind } from "../../../settings/kind.ts";
import type { NewBody, Values } from "../../../settings/values.ts";
import { createListSchemas } from "./list-schemas.ts";

const shop = listKind({
  kind: "shop",
  path: "shops",
  label: "shop",
  table: "shop",
  part: "shops",
  key: "name",
  fields: {
    name: { type: "text", min: 1, max: 100 },
    look: {
      type: "group",
      merge: true,
      flatInFile: true,
      fields: {
        color: { type: "text", format: "color", default: "#0B6B5D" },
        departments: { type: "references", to: "department", max: 5, default: [] },
        form: {
          type: "group",
          fields: {
            when: { type: "choice", values: ["off", "before"], default: "off" },
            fields: { type: "texts", max: 2, length: 5, filled: true, default: [] },
          },
        },
      },
    },
    receive: { type: "choice", values: ["poll", "push"], default: "push" },
    poll: {
      type: "group",
      shownIf: { field: "receive", is: "poll" },
      fields: { host: { type: "text", min: 1, max: 253 } },
    },
  },
});
const schemas = createListSchemas(shop, {});
const passes = (name: "create" | "patch" | "entity" | "file", value: unknown): boolean =>
  Compile(schemas[name]).Check(value);

test("[WG-090] a group with `merge` may be sent in part, any other group only as a whole", () => {
  const body = { name: "Toys", poll: null } satisfies NewBody<(typeof shop)["fields"]>;
  expect(passes("create", body)).toBe(true);
  expect(passes("create", { ...body, look: { color: "#ffffff" } })).toBe(true);
  expect(passes("create", { ...body, look: { color: "white" } })).toBe(false);
  expect(passes("create", { ...body, look: { size: 1 } })).toBe(false);
  expect(passes("patch", { look: { form: { when: "before" } } })).toBe(false);
  expect(passes("patch", { look: { form: { when: "before", fields: ["name"] } } })).toBe(true);
  expect(passes("patch", { look: { form: { when: "before", fields: [""] } } })).toBe(false);
});

test("[WG-090] a group that is not shown is null", () => {
  const look: Values<(typeof shop)["fields"]>["look"] = {
    color: "#ffffff",
    departments: [7],
    form: { when: "off", fields: [] },
  };
  const answer = { id: 1, name: "Toys", look, receive: "push", poll: null };
  const row = { ...answer, created_at: "2026-11-27T10:00:00.000Z", managed: false };
  expect(passes("entity", row)).toBe(true);
  expect(passes("entity", { ...row, poll: { host: "mail.example" } })).toBe(true);
  expect(passes("entity", { ...row, look: null })).toBe(false);
});

test("[CFG-021] the file has the fields of a group beside the others or in an object", () => {
  const entry = { name: "Toys", poll: { host: "mail.example" } };
  expect(passes("file", { ...entry, color: "#ffffff", departments: ["Care"] })).toBe(true);
  expect(passes("file", { ...entry, look: { color: "#ffffff" } })).toBe(false);
  expect(passes("file", { ...entry, departments: [7] })).toBe(false);
  expect(passes("file", { ...entry, host: "mail.example" })).toBe(false);
});
