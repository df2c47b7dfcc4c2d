import { expect, it } from "vitest";
import { formatTitle } from "./title.ts";

it("[API-029] the title names the page, its section and what is unread", () => {
  expect(formatTitle({ page: "", section: "", unread: 0 })).toBe("Parlour");
  expect(formatTitle({ page: "Shop", section: "Chat API", unread: 0 })).toBe(
    "Shop · Chat API · Parlour",
  );
  expect(formatTitle({ page: "People", section: "People", unread: 0 })).toBe("People · Parlour");
  expect(formatTitle({ page: "Anna Kovács", section: "Inbox", unread: 3 })).toBe(
    "(3) Anna Kovács · Inbox · Parlour",
  );
  expect(formatTitle({ page: "", section: "Inbox", unread: 120 })).toBe("(99+) Inbox · Parlour");
});
