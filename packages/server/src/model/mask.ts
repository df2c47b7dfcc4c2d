import { findValues, type MaskSettings } from "@parlour/protocol/settings/mask-values";
import { ModelFault } from "./fault.ts";

/**
 * The mask of one request. A value has one placeholder in it, such as `[EMAIL_1]`, so that the
 * model can tell values apart. The placeholders of an answer are replaced by the values.
 */
export interface Mask {
  /** Number of values that were replaced. */
  readonly count: () => number;
  /** Throws ModelFault if an own pattern needs too much time. */
  readonly apply: (text: string) => string;
  readonly restore: (text: string) => string;
  /** Whether a text has all placeholders that were given. */
  readonly isWhole: (text: string) => boolean;
  /** Restores the values in the source of JSON, whole or in parts, for the delivery log. */
  readonly restoreSource: (source: string) => string;
  /** Restores the texts in a value of JSON, also in the names of fields. */
  readonly restoreJson: (value: unknown) => unknown;
  /** Restores an answer that arrives in parts. */
  readonly restoreParts: () => PartRestorer;
}
export interface PartRestorer {
  /** Returns what is certain now. A placeholder that may continue in the next part is held back. */
  readonly add: (part: string) => string;
  readonly end: () => string;
}

const placeholders = /\[[A-Z][A-Z0-9_]{0,40}_\d{1,6}\]/g;
/** A text that may be the beginning of a placeholder. */
const begunPlaceholder = /\[(?:[A-Z][A-Z0-9_]{0,48})?$/;

/** `texts`: all texts of the request. Placeholders that they contain already are not given. */
export function createMask(
  settings: MaskSettings,
  names: readonly string[],
  texts: readonly string[],
): Mask {
  const byValue = new Map<string, string>();
  const byPlaceholder = new Map<string, string>();
  const counts = new Map<string, number>();
  const taken = new Set(texts.flatMap((text) => text.match(placeholders) ?? []));
  const getPlaceholder = (label: string, value: string): string => {
    const key = `${label} ${value}`;
    const known = byValue.get(key);
    if (known !== undefined) return known;
    let placeholder: string;
    do {
      const n = (counts.get(label) ?? 0) + 1;
      counts.set(label, n);
      placeholder = `[${label}_${n}]`;
    } while (taken.has(placeholder));
    byValue.set(key, placeholder);
    byPlaceholder.set(placeholder, value);
    return placeholder;
  };
  const restore = (text: string): string =>
    text.replaceAll(placeholders, (found) => byPlaceholder.get(found) ?? found);
  const restoreJson = (value: unknown): unknown => {
    if (typeof value === "string") return restore(value);
    if (Array.isArray(value)) return value.map(restoreJson);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [restore(name), restoreJson(field)]),
    );
  };
  return {
    count: () => byValue.size,
    apply(text) {
      const values = findValues(settings, names, text);
      if (values === null)
        throw new ModelFault("too_long", "An own pattern of the mask takes too long for the text.");
      let masked = "";
      let from = 0;
      for (const { label, start, end } of values) {
        masked += text.slice(from, start) + getPlaceholder(label, text.slice(start, end));
        from = end;
      }
      return masked + text.slice(from);
    },
    restore,
    isWhole: (text) => Array.from(byPlaceholder.keys()).every((one) => text.includes(one)),
    restoreSource: (source) =>
      source.replaceAll(placeholders, (found) => {
        const value = byPlaceholder.get(found);
        return value === undefined ? found : JSON.stringify(value).slice(1, -1);
      }),
    restoreJson,
    restoreParts: () => restoreParts(restore),
  };
}

/** Leaves all texts as they are. */
export const noMask: Mask = {
  count: () => 0,
  apply: (text) => text,
  restore: (text) => text,
  isWhole: () => true,
  restoreSource: (source) => source,
  restoreJson: (value) => value,
  restoreParts: () => ({ add: (part) => part, end: () => "" }),
};

function restoreParts(restore: (text: string) => string): PartRestorer {
  let pending = "";
  return {
    add(part) {
      const text = pending + part;
      const begun = begunPlaceholder.exec(text)?.index ?? text.length;
      pending = text.slice(begun);
      return restore(text.slice(0, begun));
    },
    end: () => restore(pending),
  };
}
