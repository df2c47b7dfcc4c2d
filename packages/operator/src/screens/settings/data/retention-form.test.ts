import { expect, it } from "vitest";
import { daysOf, patchOf, valuesOf, wrongOf } from "./retention-form.ts";

const usual = { chats_days: 0, files_days: 0, visits_days: 0, addresses_days: 90, deliveries_days: 30, audit_days: 400, log_days: 14 };

it("[CFG-031] days are whole, 0 to 36,500; what is none is named and not sent", () => {
  const values = valuesOf({ days: usual, usual, managed: [] });
  expect(wrongOf(values)).toEqual([]);
  expect(["0", " 90 ", "36500", "36501", "-1", "1.5", "", "ninety"].map(daysOf)).toEqual([0, 90, 36_500, null, null, null, null, null]);
  const typed = { ...values, chats_days: "365", files_days: "soon" };
  expect(wrongOf(typed)).toEqual(["files_days"]);
  expect(patchOf(typed, ["chats_days", "files_days"])).toEqual({ chats_days: 365 });
});
