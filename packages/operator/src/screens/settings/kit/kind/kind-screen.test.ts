import { expect, test } from "vitest";
import { tagScreen } from "../../tags/screen.ts";
import { webhookScreen } from "../../webhooks/screen.tsx";

/** Fields that no section shows: a generated secret, and the switch of the menu. */
const isShownElsewhere = (name: string, type: string): boolean =>
  type === "secret" || name === "enabled";

test.each([tagScreen, webhookScreen])(
  "[API-044] [API-308] every field of $kind.label is in exactly one section of its page",
  ({ kind, sections }) => {
    const shown = sections.flatMap(({ fields }) => fields);
    const declared = Object.entries(kind.fields)
      .filter(([name, { type }]) => !isShownElsewhere(name, type))
      .map(([name]) => name);
    expect(shown.toSorted()).toEqual(declared.toSorted());
  },
);
