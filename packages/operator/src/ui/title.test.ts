import { expect, it } from "vitest";
import { formatTitle } from "./title.ts";

it("[API-029] the title names the page, its section and how many chats have something new", () => {
  expect(formatTitle({ page: "", section: "", news: 0 })).toBe("Parlour");
  expect(formatTitle({ page: "Shop", section: "Chat API", news: 0 })).toBe(
    "Shop · Chat API · Parlour",
  );
  expect(formatTitle({ page: "People", section: "People", news: 0 })).toBe("People · Parlour");
  expect(formatTitle({ page: "Anna Kovács", section: "Inbox", news: 3 })).toBe(
    "(3) Anna Kovács · Inbox · Parlour",
  );
  expect(formatTitle({ page: "", section: "Inbox", news: 120 })).toBe("(99+) Inbox · Parlour");
});
