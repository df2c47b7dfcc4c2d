import { expect, test } from "vitest";
import { createSubject } from "./subject.ts";

test("[CORE-110] an answer begins in the language of the visitor's window, else in the operator's", () => {
  const channel = { id: 1, kind: "widget", name: "Shop" } as const;
  const of = (language?: string) =>
    createSubject(
      { channel, session: language === undefined ? null : ({ language } as never) },
      "Own words",
    );
  expect([of("de-AT"), of("RU"), of("xx"), of("__proto__"), of()]).toEqual([
    "Re: Ihre Nachricht an Shop",
    "Re: ваше сообщение (Shop)",
    "Own words",
    "Own words",
    "Own words",
  ]);
});
