import type { ContactField } from "./api/visitors/contact-fields.ts";

/** Imports of visitors from a CSV file (VI-001), as plain data. */

export const importStates = [
  "draft",
  "planning",
  "planned",
  "running",
  "done",
  "cancelled",
] as const;
export type ImportState = (typeof importStates)[number];

/** What a row does to a visitor, or would do (VI-020). */
export const importResults = ["create", "update", "unchanged", "refused"] as const;
export type ImportResult = (typeof importResults)[number];

/** Why a row is refused (VI-021). */
export const importRowErrors = [
  "cells",
  "identity",
  "repeated",
  "value",
  "blocked",
  "channel_disabled",
  "erased",
] as const;
export type ImportRowError = (typeof importRowErrors)[number];

/** The key of the customer in the channel (VI-012). */
export const identityTarget = "customer";
/** What a column can contain, besides the fields of the account, as `fields.<key>`. */
export const importTargets = [
  identityTarget,
  "name",
  "email",
  "phone",
  "description",
] as const satisfies readonly (typeof identityTarget | ContactField)[];

export const importLimits = {
  fileMib: 20,
  rows: 100_000,
  columns: 100,
  /** Imports of an account that have not ended. */
  open: 5,
} as const;
