import { mail } from "@parlour/protocol/settings/kinds/mail";
import { describe, expect, it } from "vitest";
import {
  getCredentialState,
  listProblems,
  toBody,
  toFormValues,
  type FormValues,
} from "../kit/kind/form-values.ts";

const { fields } = mail;
const names = Object.keys(fields);
const stored = {
  host: "mail.example",
  port: 587,
  tls: "starttls",
  user: "chat",
  has_password: true,
  from: "chat@a.example",
};
const saved = toFormValues(fields, names, stored);
const listWrong = (values: FormValues) => listProblems(fields, values).map(({ name }) => name);
const getPassword = (changed: FormValues, object: object | null = stored) =>
  getCredentialState(
    fields,
    "password",
    { saved, values: { ...saved, ...changed } },
    object ?? undefined,
  );

describe("the form of mail", () => {
  it("[CFG-032] a form that nobody touched gives what is stored, and keeps the password", () => {
    expect(listWrong(saved)).toEqual([]);
    expect(toBody(fields, saved, names)).toEqual({
      host: "mail.example",
      port: 587,
      tls: "starttls",
      user: "chat",
      from: "chat@a.example",
    });
    expect(getPassword({})).toBe("stored");
    expect(getPassword({ host: " mail.example", from: "b@a.example" })).toBe("stored");
    expect(getPassword({ host: "other.example" })).toBe("again");
    expect(getPassword({ user: "" })).toBe("again");
    expect(getPassword({}, { ...stored, has_password: false })).toBe("none");
    expect(getPassword({}, null)).toBe("none");
  });
  it("[CFG-032] a password is sent only if somebody entered one", () => {
    const values = { ...saved, user: " ", password: " secret" };
    expect(toBody(fields, values, names)).toMatchObject({ user: null, password: " secret" });
  });
  it("[CFG-032] what cannot be right is named", () => {
    expect(listWrong(toFormValues(fields, names, null))).toEqual(["host", "from"]);
    expect(listWrong({ ...saved, port: "0", host: "mail.example:25 " })).toEqual(["port"]);
    expect(listWrong({ ...saved, host: "a b" })).toEqual(["host"]);
    expect(listWrong({ ...saved, from: "a@b.example, c@d.example" })).toEqual(["from"]);
  });
});
