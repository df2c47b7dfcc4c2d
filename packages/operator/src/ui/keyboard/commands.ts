import { useEffect } from "react";
import type { IconType } from "../Icon.tsx";
import { useLatest } from "./use-latest.ts";

export interface Command {
  id: string;
  label: string;
  icon: IconType;
  keys?: string | undefined;
  note?: string;
  /** Further search terms that are not shown, such as other names of the command. */
  searchTerms?: string;
  run: () => void;
}
export interface CommandGroup {
  title: string;
  /** Section of the palette. `chat` contains the actions on the open chat. */
  kind: "chat" | "views" | "reminders" | "status" | "go" | "looks" | "settings";
  commands: readonly Command[];
  /** Whether the commands follow those of the other groups of this kind, whoever was first. */
  isAddition?: boolean;
}

type CommandSource = () => readonly CommandGroup[];
const commandSources: { current: CommandSource }[] = [];

/** Adds commands to the palette while the component is mounted. */
export function useCommands(source: CommandSource): void {
  const latest = useLatest(source);
  useEffect(() => {
    const entry = latest;
    commandSources.push(entry);
    return () => {
      commandSources.splice(commandSources.indexOf(entry), 1);
    };
  }, [latest]);
}

/** Returns the groups of all mounted components. */
export function listCommandGroups(): readonly CommandGroup[] {
  return commandSources.flatMap((source) => source.current());
}

/**
 * Returns the commands that match every word of `query`, at most `limit` per group. Sorts each
 * group: exact name first, then names that contain the query, then the others.
 */
export function filterCommands(
  groups: readonly CommandGroup[],
  query: string,
  limit: number,
): CommandGroup[] {
  const terms = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const joined = terms.join(" ");
  const rank = ({ label }: Command): number => {
    const name = label.toLocaleLowerCase();
    return name === joined ? 0 : name.includes(joined) ? 1 : 2;
  };
  const matches = (command: Command) => {
    const text =
      `${command.label} ${command.note ?? ""} ${command.searchTerms ?? ""}`.toLocaleLowerCase();
    return terms.every((term) => text.includes(term));
  };
  return groups
    .map((group) => ({
      ...group,
      commands: group.commands
        .filter(matches)
        .toSorted((a, b) => rank(a) - rank(b))
        .slice(0, limit),
    }))
    .filter((group) => group.commands.length > 0);
}
