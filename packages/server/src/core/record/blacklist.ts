import type { PersonRef } from "../entity.ts";
import type { BlacklistKind } from "../ports.ts";

/** An entry of the blacklist, in force or not (CORE-070). */
export interface BlacklistRecord {
  readonly id: number;
  readonly kind: BlacklistKind;
  /** In the form that is compared. */
  readonly value: string;
  /** As it was given. */
  readonly shown: string;
  readonly until: string | null;
  readonly reason: string | null;
  readonly chatId: number | null;
  readonly by: PersonRef | null;
  readonly createdAt: string;
  readonly liftedAt: string | null;
  readonly liftedBy: PersonRef | null;
  readonly managed: boolean;
}
/** Which entries; every field narrows it further. */
export interface BlacklistFilter {
  readonly state?: "in_force" | "over" | "lifted";
  readonly kind?: BlacklistKind;
  /** Part of the value or the reason. */
  readonly q?: string;
  /** Ids below this one. */
  readonly before?: number;
  readonly limit: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}
/** An entry to be. */
export interface NewBlacklistRow {
  readonly kind: BlacklistKind;
  /** In the form that is compared, and as it was given (core/blacklist). */
  readonly value: string;
  readonly shown: string;
  /** Milliseconds since 1970; null: for ever. */
  readonly until: number | null;
  readonly reason: string | null;
  /** The chat in which it was made (API-027). */
  readonly chatId: number | null;
  /** null: the provisioning file. */
  readonly by: number | null;
  readonly managed: boolean;
  readonly now: number;
}
