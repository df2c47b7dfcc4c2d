import { afterAll, expect, test } from "vitest";
import { findText, i18n } from "../../text/index.ts";
import { actionChoices } from "./action-catalogue.ts";

afterAll(() => i18n.activate("en"));

test.each(["en", "ru"] as const)("[ACT-025] each action has a name: %s", (locale) => {
  i18n.activate(locale);
  const names = actionChoices.map(({ id }) => [id, findText(`action.${id}`)] as const);
  expect(names.filter(([, name]) => name === null)).toEqual([]);
  expect(new Set(names.map(([, name]) => name)).size).toBe(actionChoices.length);
  const joined = actionChoices.flatMap(({ type, names: [, ...others] }) =>
    others.map((name) => `join.${type}.${name}`),
  );
  expect(joined.filter((id) => findText(id) === null)).toEqual([]);
});
