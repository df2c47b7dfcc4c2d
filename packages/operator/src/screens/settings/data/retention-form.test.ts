import { retention } from "@parlour/protocol/settings/kinds/retention";
import { expect, it } from "vitest";
import { listProblems, toBody, toFormValues } from "../kit/kind/form-values.ts";

const { fields } = retention;
const names = Object.keys(fields);
const defaultDays = {
  chats_days: 0,
  files_days: 0,
  visits_days: 0,
  addresses_days: 90,
  deliveries_days: 30,
  audit_days: 400,
  log_days: 14,
};

it("[CFG-031] days are whole, 0 to 36,500; what is none is named", () => {
  const values = toFormValues(fields, names, defaultDays);
  const listWrong = (changed: object) =>
    listProblems(fields, { ...values, ...changed }).map(({ name }) => name);
  expect(listWrong({})).toEqual([]);
  expect(values).toEqual(toFormValues(fields, names, null));
  const texts = ["0", " 90 ", "36500", "36501", "-1", "1.5", "", "ninety"];
  expect(texts.filter((text) => listWrong({ chats_days: text }).length > 0)).toEqual([
    "36501",
    "-1",
    "1.5",
    "",
    "ninety",
  ]);
  expect(listWrong({ chats_days: "365", files_days: "soon" })).toEqual(["files_days"]);
  expect(toBody(fields, { ...values, chats_days: " 365 " }, ["chats_days"])).toEqual({
    chats_days: 365,
  });
});
