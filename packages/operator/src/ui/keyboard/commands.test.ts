import { IconX } from "@tabler/icons-react";
import { describe, expect, it } from "vitest";
import { filterCommands } from "./commands.ts";

const command = (id: string, label: string, note?: string) => ({
  id,
  label,
  icon: IconX,
  run: () => undefined,
  ...(note && { note }),
});

describe("palette", () => {
  const groups = [
    {
      title: "Chats",
      kind: "chat" as const,
      commands: [
        command("a", "Anna Kovács", "#1042 Shop"),
        command("b", "Nadia Ross", "#1041 Shop API"),
      ],
    },
    { title: "Go to", kind: "go" as const, commands: [command("c", "Settings")] },
  ];
  const filteredIds = (query: string, limit = 8) =>
    filterCommands(groups, query, limit).map((group) => group.commands.map((match) => match.id));

  it("[CORE-036] finds by any words of name and note, in any case and order; empty groups go", () => {
    expect(filteredIds("")).toEqual([["a", "b"], ["c"]]);
    expect(filteredIds("shop ANNA")).toEqual([["a"]]);
    expect(filteredIds("api 1041")).toEqual([["b"]]);
    expect(filteredIds("zzz")).toEqual([]);
    expect(filteredIds("", 1)).toEqual([["a"], ["c"]]);
  });
  it("[CORE-036] who is called so comes before who has it in his number", () => {
    const evas = [
      command("7", "Eva 7", "#119 Shop"),
      command("1190", "Eva 1190", "#8 Shop"),
      command("119", "Eva 119", "#9 Shop"),
    ];
    const first = filterCommands(
      [{ title: "Chats", kind: "chat", commands: evas }],
      "eva 119",
      2,
    )[0];
    expect(first?.commands.map(({ id }) => id)).toEqual(["119", "1190"]);
  });
});
