/** Numbers that the write path assigns when it stores the events of a command. */
export interface AssignedNumbers {
  /** `seq` of the last message of the command's chat after the command. null without a chat. */
  readonly seq: number | null;
  /** Number of the chat. null if it has none (CORE-348): its field is then left out. */
  readonly chatNumber: number | null;
  readonly visitorNumber: number | null;
}
export type AssignedKind = keyof AssignedNumbers;

/** Stands in a draft for a number that the write path assigns. */
export class AssignedNumber {
  readonly kind: AssignedKind;
  constructor(kind: AssignedKind) {
    this.kind = kind;
  }
}
export const assigned = {
  seq: new AssignedNumber("seq"),
  chatNumber: new AssignedNumber("chatNumber"),
  visitorNumber: new AssignedNumber("visitorNumber"),
} as const satisfies Readonly<Record<AssignedKind, AssignedNumber>>;

/** An object whose `first` fields contain such numbers. `rest` is serialised as a whole. */
export class NumberedObject {
  readonly first: object;
  readonly rest: object;
  constructor(first: object, rest: object) {
    this.first = first;
    this.rest = rest;
  }
}

/** A value some of whose numbers are not assigned yet. */
export type Draft<T> = T extends number
  ? T | AssignedNumber
  : T extends readonly (infer I)[]
    ? readonly Draft<I>[]
    : T extends object
      ? { readonly [K in keyof T]: Draft<T[K]> }
      : T;

/** Returns the value of a draft with its numbers. Parts without such numbers are not copied. */
export function fillNumbers<T>(draft: Draft<T>, numbers: AssignedNumbers): T {
  // The type of the draft proves that each of its parts has the type of T after that.
  return fill(draft, numbers) as T;
}

function fill(value: unknown, numbers: AssignedNumbers): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof AssignedNumber) return numbers[value.kind];
  if (Array.isArray(value)) {
    const items = value.map((item) => fill(item, numbers));
    return items.some((item, n) => item !== value[n]) ? items : value;
  }
  const draft = value as Readonly<Record<string, unknown>>;
  let filled: Record<string, unknown> | null = null;
  for (const key in draft) {
    const inner = draft[key];
    const next = fill(inner, numbers);
    if (next === inner) continue;
    filled ??= { ...draft };
    if (next === null && inner === assigned.chatNumber) delete filled[key];
    else filled[key] = next;
  }
  return filled ?? value;
}
