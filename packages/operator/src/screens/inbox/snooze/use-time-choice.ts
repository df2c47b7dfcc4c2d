import { useId, useState } from "react";
import { useOptionKeys } from "../../../ui/options/use-option-keys.ts";
import { useNow } from "../../../ui/time.ts";
import { readWords } from "./read-words.ts";

export type TimeChoiceState = ReturnType<typeof useTimeChoice>;

/** Returns the state of a field for a time in words. `onPick` receives Unix milliseconds. */
export function useTimeChoice(onPick: (at: number) => void) {
  const listId = useId();
  const now = useNow(30_000);
  const [words, setWords] = useState("");
  const { options, problem } = readWords(words, now);
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
  return { ...keys, listId, now, words, setWords, options, problem, pick };
}
