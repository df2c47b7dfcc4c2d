import { ignoredReasons } from "@parlour/protocol";
import { expect, it } from "vitest";
import { i18n } from "../../../../text/index.ts";
import { listResponseFields, formatResponseUsage } from "../../../../ui/exchange/UsedFields.tsx";

const emptyUse = { taken: [], ignored: [], ignored_count: 0 };
const ignored = [{ field: "contact_info.description", reason: "unknown_field" as const }];

it("[WH-082] says in few words how much of an answer was used", () => {
  i18n.activate("en", "en-GB");
  expect(formatResponseUsage(emptyUse)).toBe("nothing");
  expect(formatResponseUsage({ ...emptyUse, ignored, ignored_count: 1 })).toBe(
    "nothing, 1 ignored",
  );
  expect(formatResponseUsage({ ...emptyUse, taken: [{ field: "page" }] })).toBe("1 field");
  expect(
    formatResponseUsage({
      taken: [{ field: "custom_data", rows: 2 }, { field: "page" }],
      ignored,
      ignored_count: 1,
    }),
  ).toBe("2 fields, 1 ignored");
});

it("[WH-082] names each field, each ignored one with its reason, and how many more there are", () => {
  i18n.activate("en", "en-GB");
  expect(
    listResponseFields({
      taken: [{ field: "custom_data", rows: 2 }, { field: "crm_link" }],
      ignored,
      ignored_count: 3,
    }),
  ).toEqual([
    { text: "custom_data, 2 rows", isTaken: true },
    { text: "crm_link", isTaken: true },
    { text: "contact_info.description: ignored, Parlour has no such field", isTaken: false },
    { text: "2 more ignored", isTaken: false },
  ]);
});

it("[WH-082] has words for every reason in both languages", () => {
  for (const locale of ["en", "ru"] as const) {
    i18n.activate(locale, locale);
    for (const reason of ignoredReasons) {
      const [line] = listResponseFields({
        ...emptyUse,
        ignored: [{ field: "page", reason }],
        ignored_count: 1,
      });
      expect(line?.text).toMatch(/^page: ./);
    }
  }
  i18n.activate("en", "en-GB");
});
