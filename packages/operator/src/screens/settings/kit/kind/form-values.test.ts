import { ApiError } from "@parlour/client";
import type { Fields } from "@parlour/protocol/settings/field";
import { isFieldShown } from "@parlour/protocol/settings/paths";
import { expect, test } from "vitest";
import { findErrorField, listProblems, toBody, toFormValues } from "./form-values.ts";

const fields: Fields = {
  name: { type: "text", min: 1, max: 100 },
  look: {
    type: "group",
    merge: true,
    fields: {
      color: { type: "text", format: "color", default: "#0B6B5D" },
      language: { type: "choice", values: ["en", "ru"], default: null },
      sites: { type: "texts", format: "origin", max: 5, default: [], typed: "lines" },
      form: {
        type: "group",
        fields: {
          when: { type: "choice", values: ["off", "before"], default: "off" },
          limit: { type: "integer", min: 0, max: 9, default: 1 },
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
};
const names = [
  "name",
  "look.color",
  "look.language",
  "look.sites",
  "look.form.when",
  "look.form.limit",
  "receive",
  "poll.host",
];
const values = { ...toFormValues(fields, names, null), name: "Toys" };

test("[WG-090] the form has the fields of groups by path, with their defaults", () => {
  expect(values).toEqual({
    name: "Toys",
    "look.color": "#0B6B5D",
    "look.language": "",
    "look.sites": "",
    "look.form.when": "off",
    "look.form.limit": "1",
    receive: "push",
    "poll.host": "",
  });
  const look = {
    color: "#FFFFFF",
    language: "ru",
    sites: ["https://a.example", "https://b.example"],
  };
  expect(toFormValues(fields, names, { name: "Toys", look, poll: null })).toMatchObject({
    "look.language": "ru",
    "look.sites": "https://a.example\nhttps://b.example",
    "poll.host": "",
  });
});

test("[WG-090] a group with `merge` is sent in part, one in it as a whole", () => {
  const changed = { ...values, "look.form.limit": "3", "look.sites": "\nHTTPS://a.example/\n" };
  expect(toBody(fields, changed, ["look.form.limit", "look.sites"])).toEqual({
    look: { form: { when: "off", limit: 3 }, sites: ["https://a.example"] },
  });
  expect(toBody(fields, { ...values, "look.language": "" }, ["look.language"])).toEqual({
    look: { language: null },
  });
});

test("[WG-090] a group that is not shown is sent as null and not checked", () => {
  expect(isFieldShown(fields, values, "poll.host")).toBe(false);
  expect(listProblems(fields, values)).toEqual([]);
  expect(toBody(fields, values, ["receive"])).toEqual({ receive: "push", poll: null });
  const shown = { ...values, receive: "poll" };
  expect(isFieldShown(fields, shown, "poll.host")).toBe(true);
  expect(listProblems(fields, shown).map(({ name }) => name)).toEqual(["poll.host"]);
});

test("[WG-090] an error of a group or of one of several texts belongs to a field of the form", () => {
  const find = (field: string) =>
    findErrorField(
      fields,
      names,
      new ApiError({ code: "invalid_request", message: "", status: 400, field }),
    );
  expect(find("look.sites.2")).toBe("look.sites");
  expect(find("look.form.limit")).toBe("look.form.limit");
  expect(find("look.form")).toBe("look.form.when");
  expect(find("poll")).toBe("poll.host");
  expect(find("elsewhere")).toBeNull();
});
