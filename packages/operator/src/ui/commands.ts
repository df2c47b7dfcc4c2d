import { useEffect, useRef } from "react";
import type { IconType } from "./Icon.tsx";

/** A command of the palette. */
export interface Command {
  id: string;
  label: string;
  icon: IconType;
  keys?: string;
  note?: string;
  /** Further search terms that are not shown, such as other names of the command. */
  words?: string;
  run: () => void;
}
export interface CommandGroup {
  title: string;
  /** Section of the palette. `chat` holds the actions of the open chat. */
  kind: "chat" | "go" | "looks" | "settings";
  commands: readonly Command[];
}

type Source = () => readonly CommandGroup[];
const sources: { current: Source }[] = [];

/** Adds commands while the component is mounted. */
export function useCommands(source: Source): void {
  const held = useRef(source);
  useEffect(() => {
    held.current = source;
  });
  useEffect(() => {
    const mine = held;
    sources.push(mine);
    return () => {
      sources.splice(sources.indexOf(mine), 1);
    };
  }, []);
}

/** Returns the groups of all mounted components. */
export function commandGroups(): readonly CommandGroup[] {
  return sources.flatMap((source) => source.current());
}

/**
 * Returns the commands that match every word of `query`, at most `limit` per group. Sorts each
 * group: exact name first, then names that contain the query, then the others.
 */
export function filterCommands(groups: readonly CommandGroup[], query: string, limit: number): CommandGroup[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const whole = words.join(" ");
  const farness = ({ label }: Command): number => {
    const name = label.toLocaleLowerCase();
    return name === whole ? 0 : name.includes(whole) ? 1 : 2;
  };
  const fits = (command: Command) => {
    const text = `${command.label} ${command.note ?? ""} ${command.words ?? ""}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups
    .map((group) => ({
      ...group,
      commands: group.commands
        .filter(fits)
        .toSorted((a, b) => farness(a) - farness(b))
        .slice(0, limit),
    }))
    .filter((group) => group.commands.length > 0);
}
