import { listFields, type SettingField } from "../setting-field.ts";
import { listSectionFields, type FormScreen } from "./kind-screen.ts";

/**
 * Returns what the search of the settings finds in a form (API-170): its sections with their
 * fields, and the parts that its own components label.
 */
export const listFormSettings = (
  { prefix, sections, labels = [] }: FormScreen,
  at?: "one",
): readonly SettingField[] => [
  ...sections.flatMap((section) => {
    const { id, tab } = section;
    const names = listSectionFields(section).map((name) => `${prefix}.${name}`);
    // A section without an id has no title.
    if (id === undefined) return listFields(names, { tab, at });
    const group = `${prefix}.group.${id}`;
    return [{ label: group, tab, at }, ...listFields(names, { group, tab, at })];
  }),
  ...labels.map((field) => ({ ...field, at })),
];

/** Returns what the search finds on the pages of a kind: an object, and the form of a new one. */
export const listKindSettings = (screen: FormScreen): readonly SettingField[] =>
  // The form in a dialog has no page.
  screen.inDialog
    ? listFormSettings(screen)
    : [...listFormSettings(screen, "one"), { label: `${screen.prefix}.new`, at: "new" }];
