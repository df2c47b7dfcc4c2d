import { expect, test } from "vitest";
import { apiKeyScreen } from "../../api-keys/screen.tsx";
import { tagScreen } from "../../tags/screen.ts";
import { webhookScreen } from "../../webhooks/screen.tsx";

/** Fields that no section shows: a generated secret, and the switch of the menu. */
const isShownElsewhere = (name: string, type: string): boolean =>
  type === "secret" || name === "enabled";

test.each([
  { screen: tagScreen, hidden: [] },
  { screen: webhookScreen, hidden: [] },
  // A person creates keys for themselves only.
  { screen: apiKeyScreen, hidden: ["operator_id"] },
])(
  "[API-044] [API-303] [API-308] every field of $screen.kind.label is in exactly one section",
  ({ screen: { kind, sections }, hidden }) => {
    const shown = [...sections.flatMap(({ fields }) => fields), ...hidden];
    const declared = Object.entries(kind.fields)
      .filter(([name, { type }]) => !isShownElsewhere(name, type))
      .map(([name]) => name);
    expect(shown.toSorted()).toEqual(declared.toSorted());
  },
);
