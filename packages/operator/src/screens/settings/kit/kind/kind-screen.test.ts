import type { Field } from "@parlour/protocol/settings/field";
import { expect, test } from "vitest";
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
