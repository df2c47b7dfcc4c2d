import { expect, test } from "vitest";
import { findUnsupported, surfaces } from "./browser-support.ts";

test("[CORE-337] [WG-250] code of a page that uses what its browsers do not have yet is found", () => {
  const [widget, application] = surfaces;
  if (widget === undefined || application === undefined) throw new Error("a surface is missing");
  const uses = (surface: typeof widget, text: string): string[] =>
    findUnsupported(surface, [["page.ts", text]]).map((fault) => fault.split(" ")[1] ?? "");
  const text = `
    URL.parse(address);
    Promise.withResolvers();
    list.toSorted();
    list.at(-1);
    navigation.back?.();
    new CookieChangeEvent("change");
  `;
  expect(uses(widget, text)).toEqual([
    "URL.parse",
    "Promise.withResolvers",
    ".toSorted",
    "CookieChangeEvent",
  ]);
  expect(uses(application, text)).toEqual(["CookieChangeEvent"]);
  // A member of our own with the name of a newer function.
  expect(uses(widget, "const list = { toSorted: () => list }; list.toSorted();")).toEqual([]);
});
