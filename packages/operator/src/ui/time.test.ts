import { expect, test } from "vitest";
import { formatUpcoming } from "./time.ts";

test("[PROM-013] a promised time has its weekday only near it, before and after", () => {
  const now = new Date(2026, 10, 18, 12).getTime();
  const format = (day: number) => formatUpcoming(new Date(2026, 10, day, 9).getTime(), now, "long");
  expect([16, 18, 20].map(format)).toEqual(["Monday, 09:00", "09:00", "Friday, 09:00"]);
  expect([4, 25].map(format)).toEqual(["Nov 4, 09:00", "Nov 25, 09:00"]);
});
