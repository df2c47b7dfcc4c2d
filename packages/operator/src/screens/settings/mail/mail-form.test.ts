import { describe, expect, it } from "vitest";
import {
  toRequestBody,
  findInvalidFields,
  canReuseStoredPassword,
  toFormValues,
} from "./mail-form.ts";

const mail = {
  host: "mail.example",
  port: 587,
  tls: "starttls" as const,
  user: "chat",
  has_password: true,
  from: "chat@a.example",
};
const saved = { mail, managed: false };

describe("the form of mail", () => {
  it("[CFG-032] a form that nobody touched gives what is stored, and keeps the password", () => {
    const values = toFormValues(saved);
    expect(findInvalidFields(values)).toEqual([]);
    expect(toRequestBody(values)).toEqual({
      host: "mail.example",
      port: 587,
      tls: "starttls",
      user: "chat",
      from: "chat@a.example",
    });
    expect(canReuseStoredPassword(values, saved)).toBe(true);
    expect(canReuseStoredPassword({ ...values, host: "other.example" }, saved)).toBe(false);
  });
  it("[CFG-032] what cannot be right is named", () => {
    expect(findInvalidFields(toFormValues({ mail: null, managed: false }))).toEqual([
      "host",
      "from",
    ]);
    expect(
      findInvalidFields({ ...toFormValues(saved), port: "0", host: "mail.example:25 " }),
    ).toEqual(["port"]);
    expect(findInvalidFields({ ...toFormValues(saved), host: "a b" })).toEqual(["host"]);
  });
});
