import { listVariables } from "@parlour/protocol/api/writing-limits";
import { useFields } from "./use-fields.ts";

/** Returns the names of all variables of texts (FLD-022). */
export const useVariables = (): readonly string[] => listVariables(useFields().data ?? []);

/** Returns a sample value of each field by its variable: its first option, or its name. */
export const useFieldSamples = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (useFields().data ?? []).map(({ object, key, name, options }) => [
      `${object}.${key}`,
      options[0] ?? name,
    ]),
  );
