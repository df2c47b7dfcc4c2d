import type { Field } from "@parlour/protocol/settings/field";
import { afterEach, expect, test } from "vitest";
import { findText, i18n, locales } from "../../../../text/index.ts";
import { kindScreens, singleScreens } from "../../audit/kind-screens.ts";

/** Fields that no section shows: secrets, those of the file, and the switch of the menu. */
const isShownElsewhere = (name: string, { type, only }: Field): boolean =>
  type === "secret" || only === "file" || name === "enabled";
/** Fields that pages do not show. A person creates keys for themselves only. */
const hiddenFields: Readonly<Record<string, readonly string[]>> = {
  api_key: ["operator_id"],
  channel: ["media_as", "bot_available"],
};

test.each([...kindScreens, ...singleScreens])(
  "[API-044] [API-303] [API-308] every field of $kind.label is in exactly one section of its page",
  ({ kind, sections }) => {
    const shown = [...sections.flatMap(({ fields }) => fields), ...(hiddenFields[kind.kind] ?? [])];
    const declared = Object.entries(kind.fields)
      .filter(([name, field]) => !isShownElsewhere(name, field))
      .map(([name]) => name);
    expect(shown.toSorted()).toEqual(declared.toSorted());
  },
);

afterEach(() => i18n.activate("en"));
test.each(locales)("[API-041] every choice of a form has a text, in %s", (locale) => {
  i18n.activate(locale);
  const missing = [...kindScreens, ...singleScreens].flatMap(({ kind, prefix, controls = {} }) =>
    Object.entries(kind.fields).flatMap(([name, field]) =>
      field.type === "choice" &&
      controls[name] === undefined &&
      hiddenFields[kind.kind]?.includes(name) !== true
        ? field.values
            .map((value) => `${prefix}.${name}.${value}`)
            .filter((id) => findText(id) === null)
        : [],
    ),
  );
  expect(missing).toEqual([]);
});
