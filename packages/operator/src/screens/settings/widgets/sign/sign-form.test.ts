import { expect, test } from "vitest";
import { writePageCode } from "./server-code.ts";
import { emptyForm, findProblems, listLifetimes, toRequest, type SignForm } from "./sign-form.ts";

test("[API-573] the code for a page passes the token and the fields", () => {
  expect(writePageCode("acme", { order: 7781 }, "a.b.c")).toBe(
    'acme_api.setUserToken("a.b.c");\nacme_api.setFields({ order: 7781 });',
  );
  expect(writePageCode("widget", null, "a.b.c")).toBe('widget_api.setUserToken("a.b.c");');
});

test("[API-573] [FLD-010] [WG-047] the form sends values in the form of their field, and a user for at most a day", () => {
  const createField = (key: string, kind: string) => ({ key, kind, name: key }) as never;
  const kinds = [
    createField("order", "number"),
    createField("vip", "flag"),
    createField("tags", "several_of"),
  ];
  const form: SignForm = {
    ...emptyForm,
    rows: [
      { name: " order ", value: "7781" },
      { name: "vip", value: "true" },
      { name: "tags", value: "a, b,," },
      { name: "campaign", value: " spring " },
      { name: "empty", value: " " },
      { name: "", value: "no name" },
    ],
    validFor: "31536000",
  };
  const values = { order: 7781, vip: true, tags: ["a", "b"], campaign: "spring" };
  expect(toRequest(form, kinds)).toEqual({ fields: values, valid_s: 31_536_000 });
  expect(toRequest({ ...form, validFor: "" }, kinds)).toEqual({ fields: values });
  const user = { id: " anna-1 ", name: "Anna", email: " ", phone: "" };
  expect(toRequest({ ...form, user }, kinds)).toEqual({
    fields: values,
    user: { id: "anna-1", name: "Anna" },
    valid_s: 86_400,
  });
  expect(listLifetimes({ ...form, user })).toEqual(["3600", "86400"]);
  expect(findProblems(emptyForm)).toEqual({ id: false, empty: true });
  const unnamed = { ...emptyForm, user: { ...user, id: "" } };
  expect(findProblems(unnamed)).toEqual({ id: true, empty: true });
});
