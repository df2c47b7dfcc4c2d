import { expect, it } from "vitest";
import { titleOf } from "./title.ts";

it("[API-029] the title names the page, its section and what is unread", () => {
  expect(titleOf({ page: "", section: "", unread: 0 })).toBe("Parlour");
  expect(titleOf({ page: "Shop", section: "Chat API", unread: 0 })).toBe("Shop · Chat API · Parlour");
  expect(titleOf({ page: "People", section: "People", unread: 0 })).toBe("People · Parlour");
  expect(titleOf({ page: "Anna Kovács", section: "Inbox", unread: 3 })).toBe("(3) Anna Kovács · Inbox · Parlour");
  expect(titleOf({ page: "", section: "Inbox", unread: 120 })).toBe("(99+) Inbox · Parlour");
});
