import { expect, it } from "vitest";
import { filterOf, queryOf, quickOf, readAddress } from "./address.ts";

it("[API-074] an address gives the query of its report, and leaves out what means nothing", () => {
  expect(queryOf(readAddress({}))).toEqual({ last: "28" });
  expect(queryOf(readAddress({ last: 7, channel: 3, compare: "year" }))).toEqual({ last: "7", channel: "3", compare: "year" });
  expect(queryOf(readAddress({ from: "2026-10-24", to: "2026-11-20", last: 7 }))).toEqual({ from: "2026-10-24", to: "2026-11-20" });
  expect(queryOf(readAddress({ from: "2026-10-24", operator: "none", department: "x", bot: -1, compare: "before" }))).toEqual({
    last: "28",
    operator: "none",
  });
});
it("[API-074] a quick range is known again, and a filter stays when the days change", () => {
  expect([quickOf({}), quickOf({ last: "91" }), quickOf({ from: "2026-10-24", to: "2026-11-20" })]).toEqual([28, 91, null]);
  expect(filterOf({ last: "7", channel: "3", compare: "year" })).toEqual({ channel: "3" });
});
