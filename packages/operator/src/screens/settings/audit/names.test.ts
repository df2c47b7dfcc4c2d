import { expect, it } from "vitest";
import { fieldName, objectName } from "./names.ts";

it("[API-072] every table that the audit log watches has a word of the product; what has none stays as it is", () => {
  const files = import.meta.glob<string>("../../../../../server/src/store/migrations/*.sql", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const sql = Object.values(files);
  const watched = new Set(sql.flatMap((text) => [...text.matchAll(/audit_watch\('(\w+)'/g)].map((match) => match[1] ?? "")));
  expect(watched.size).toBeGreaterThan(20);
  expect([...watched].filter((table) => objectName(table) === null)).toEqual([]);
  expect([objectName("canned_reply"), fieldName("chat_limit"), fieldName("settings.x.y")]).toEqual(["Quick reply", "Chats at once", null]);
});
