import { describe, expect, it } from "vitest";
import { bodyOf, faultsOf, keepsPassword, valuesOf } from "./mail-form.ts";

const mail = { host: "mail.example", port: 587, tls: "starttls" as const, user: "chat", has_password: true, from: "chat@a.example" };
const saved = { mail, managed: false };

describe("the form of mail", () => {
  it("[CFG-032] a form that nobody touched gives what is stored, and keeps the password", () => {
    const values = valuesOf(saved);
    expect(faultsOf(values)).toEqual([]);
    expect(bodyOf(values)).toEqual({ host: "mail.example", port: 587, tls: "starttls", user: "chat", from: "chat@a.example" });
    expect(keepsPassword(values, saved)).toBe(true);
    expect(keepsPassword({ ...values, host: "other.example" }, saved)).toBe(false);
  });
  it("[CFG-032] what cannot be right is named", () => {
    expect(faultsOf(valuesOf({ mail: null, managed: false }))).toEqual(["host", "from"]);
    expect(faultsOf({ ...valuesOf(saved), port: "0", host: "mail.example:25 " })).toEqual(["port"]);
    expect(faultsOf({ ...valuesOf(saved), host: "a b" })).toEqual(["host"]);
  });
});
