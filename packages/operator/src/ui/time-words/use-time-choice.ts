import { useId, useState } from "react";
import { useOptionKeys } from "../options/use-option-keys.ts";
import { useNow } from "../time.ts";
import { readWords, type TimeLimits } from "./read-words.ts";

export type TimeChoiceState = ReturnType<typeof useTimeChoice>;

/** Returns the state of a field for a time in words. `onPick` receives Unix milliseconds. */
export function useTimeChoice(onPick: (at: number) => void, limits: TimeLimits) {
  const listId = useId();
  const now = useNow(30_000);
  const [words, setWords] = useState("");
  const { options, problem } = readWords(words, now, limits);
  const pick = (id: string | null) => {
    const option = options.find((candidate) => candidate.id === id);
    if (option) onPick(option.at);
  };
  const keys = useOptionKeys({
    ids: options.map((option) => option.id),
    listId,
    onPick: pick,
    hasSpace: false,
  });
  return { ...keys, listId, now, words, setWords, options, problem, pick, openEnd: limits.openEnd };
}
