import type { Operator } from "@parlour/protocol";
import { IconX } from "@tabler/icons-react";
import { describe, expect, it } from "vitest";
import { filterCommands } from "../../ui/commands.ts";
import { findableSettings, knownPages } from "./find.ts";
import { pageNames } from "./index.tsx";

const person = (role: Operator["role"], instance_owner = false) => ({ role, instance_owner }) as Operator;
const find = (me: Operator, query: string): string[] => {
  const commands = findableSettings(me).map(({ id, label, page, words }) => ({
    id,
    label,
    note: page,
    words,
    icon: IconX,
    run: () => undefined,
  }));
  return filterCommands([{ title: "", commands }], query, 100).flatMap((group) => group.commands.map(({ id }) => id));
};

describe("[CORE-036] settings in the palette", () => {
  it("every page of the settings is known, by words of both languages", () => {
    const all = findableSettings(person("owner", true));
    for (const name of pageNames) {
      const page = all.find(({ id }) => id === `settings-${name}`);
      expect(page, `/settings/${name} is not found by the palette: give it words in find.ts and a line in menu.ts`).toBeDefined();
      expect(page?.words, `words for /settings/${name}`).toMatch(/[a-z]{2}.*[а-яё]{2}/i);
      expect(knownPages).toContain(name);
    }
  });
  it("single settings are found too, and lead to their page", () => {
    const owner = person("owner", true);
    for (const [query, id] of [
      ["holidays", "settings-hours-1"],
      ["праздники", "settings-hours-1"],
      ["escalation", "settings-routing-0"],
      ["smtp", "settings-mail"],
      ["оценка", "settings-widgets-1"],
      ["csp", "settings-widgets-3"],
      ["2fa", "settings-security"],
      ["gdpr", "settings-data"],
      ["backup", "settings-system"],
    ] as const)
      expect(find(owner, query), query).toContain(id);
    expect(new Set(findableSettings(owner).map(({ id }) => id)).size).toBe(findableSettings(owner).length);
  });
  it("nobody finds what he may not open", () => {
    expect(find(person("operator"), "smtp")).toEqual([]);
    expect(find(person("operator"), "templates")).toEqual(["settings-replies"]);
    expect(find(person("developer"), "invite")).toEqual([]);
    expect(find(person("admin"), "smtp")).toEqual([]);
    expect(find(person("admin"), "backup")).toEqual([]);
    expect(findableSettings(person("viewer"))).toEqual([]);
  });
});
