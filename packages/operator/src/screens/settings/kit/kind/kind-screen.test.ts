import type { Field } from "@parlour/protocol/settings/field";
import { flattenFields } from "@parlour/protocol/settings/paths";
import { afterEach, expect, test } from "vitest";
import { findText, i18n, locales } from "../../../../text/index.ts";
import { kindScreens } from "../../audit/kind-screens.ts";
import { singleScreens } from "../../audit/single-screens.ts";
import { listSectionFields } from "./kind-screen.ts";

/** Fields that no section shows: secrets, and those of the file. */
const isShownElsewhere = ({ type, only }: Field): boolean => type === "secret" || only === "file";
/** Fields that pages do not show. A person creates keys for themselves only. */
const hiddenFields: Readonly<Record<string, readonly string[]>> = {
  // The dialog of a step beyond the gates asks for it.
  agent: ["skip_gates"],
  apikeys: ["operator_id"],
  // The addresses have a page of their own.
  instance: ["egress_allow", "limits"],
  // The log of the process is not stored by Parlour.
  data: ["log_days"],
  person: ["phone", "photo"],
};

/** Settings with several pages have one part of the fields on each. */
const screens = [...kindScreens, ...singleScreens];
const pagesOfKinds = [...Map.groupBy(screens, ({ kind }) => kind)].map(([kind, pages]) => ({
  kind,
  pages,
}));
test.each(pagesOfKinds)(
  "[API-044] [API-303] [API-308] every field of $kind.label is in exactly one section of its page",
  ({ kind, pages }) => {
    const ofForm = pages.flatMap(({ sections, joined = {} }) =>
      sections.flatMap(listSectionFields).flatMap((name) => joined[name]?.fields ?? name),
    );
    const declared = Object.entries(flattenFields(kind.fields))
      .filter(([, field]) => !isShownElsewhere(field))
      .map(([name]) => name);
    // Without a field, the menu has the switch.
    const ofMenu = declared.includes("enabled") && !ofForm.includes("enabled") ? ["enabled"] : [];
    const shown = [
      ...ofForm,
      ...ofMenu,
      ...pages.flatMap(({ prefix }) => hiddenFields[prefix] ?? []),
    ];
    expect(shown.toSorted()).toEqual(declared.toSorted());
  },
);

afterEach(() => i18n.activate("en"));
test.each(locales)("[API-041] every choice of a form has a text, in %s", (locale) => {
  i18n.activate(locale);
  const missing = [...kindScreens, ...singleScreens].flatMap(({ kind, prefix, controls = {} }) =>
    Object.entries(flattenFields(kind.fields)).flatMap(([name, field]) =>
      field.type === "choice" &&
      controls[name] === undefined &&
      hiddenFields[prefix]?.includes(name) !== true
        ? field.values
            .map((value) => `${prefix}.${name}.${value}`)
            .filter((id) => findText(id) === null)
        : [],
    ),
  );
  expect(missing).toEqual([]);
});
