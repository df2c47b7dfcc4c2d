import { expect, it } from "vitest";
import { settingFieldsFile, renderSettingFields } from "./generate-settings-fields.ts";
import { read } from "./source.ts";

it("[API-170] the search of the settings has the fields of the pages: npm run x -- node tools/generate-settings-fields.ts", () => {
  expect(read(settingFieldsFile)).toBe(renderSettingFields());
});
