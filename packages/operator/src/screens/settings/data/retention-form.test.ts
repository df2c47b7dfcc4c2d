import { expect, it } from "vitest";
import { parseDays, toPatchBody, toFormValues, findInvalidKinds } from "./retention-form.ts";

const defaultDays = {
  chats_days: 0,
  files_days: 0,
  visits_days: 0,
  addresses_days: 90,
  deliveries_days: 30,
  audit_days: 400,
  log_days: 14,
};

it("[CFG-031] days are whole, 0 to 36,500; what is none is named and not sent", () => {
  const values = toFormValues({ days: defaultDays, usual: defaultDays, managed: [] });
  expect(findInvalidKinds(values)).toEqual([]);
  expect(["0", " 90 ", "36500", "36501", "-1", "1.5", "", "ninety"].map(parseDays)).toEqual([
    0,
    90,
    36_500,
    null,
    null,
    null,
    null,
    null,
  ]);
  const changedValues = { ...values, chats_days: "365", files_days: "soon" };
  expect(findInvalidKinds(changedValues)).toEqual(["files_days"]);
  expect(toPatchBody(changedValues, ["chats_days", "files_days"])).toEqual({ chats_days: 365 });
});
