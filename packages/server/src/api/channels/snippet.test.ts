import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { buildSnippet } from "./snippet.ts";

test("[WG-001] [WG-003] the code for pages is the rule's, letter by letter, with the widget's first name", () => {
  const rules = readFileSync(
    new URL("../../../../../docs/spec/widget.md", import.meta.url),
    "utf8",
  );
  const written = /```html\n([\s\S]*?)\n```/.exec(rules)?.[1];
  expect(buildSnippet("https://chat.example/widget", "Lk29fQw7Za", "widget")).toBe(written);
  expect(buildSnippet("https://chat.example/widget", "Lk29fQw7Za", "$shop")).toContain(
    '(window,"$shop_")</script>\n<script src=',
  );
});
