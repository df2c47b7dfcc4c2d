/** Imports from other systems (MV-010), as plain data. */

export const moveStates = [
  "draft",
  "planning",
  "planned",
  "running",
  "paused",
  "done",
  "undoing",
  "undone",
] as const;
export type MoveState = (typeof moveStates)[number];

/** Order in which a source is read. The messages of a chat come with `chat`. */
export const moveKinds = [
  "operator",
  "department",
  "tag",
  "field",
  "reply",
  "article",
  "translation",
  "person",
  "chat",
] as const;
export type ReadKind = (typeof moveKinds)[number];

/** Kinds of records with those that come inside others. */
export const countedKinds = [...moveKinds, "message", "file"] as const;
export type CountedKind = (typeof countedKinds)[number];

/** What happened to the records of a kind. `known`: an earlier import or the account had them. */
export const moveResults = ["read", "new", "changed", "known", "left_out"] as const;
export type MoveResult = (typeof moveResults)[number];
export type MoveCounts = {
  [K in CountedKind]?: { [R in MoveResult]?: number };
};

export const moveLimits = { files: 20, fileMib: 2_048, open: 5 } as const;
