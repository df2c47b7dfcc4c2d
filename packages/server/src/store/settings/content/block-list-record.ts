import type { NamedRef } from "../../../core/entity.ts";
import type { BlockListKind } from "../../../core/command.ts";

/** An entry of the block list, active or not (CORE-070). */
export interface BlockListRecord {
  readonly id: number;
  readonly kind: BlockListKind;
  /** Normalized for comparison. */
  readonly value: string;
  /** As entered. */
  readonly shown: string;
  readonly until: string | null;
  readonly reason: string | null;
  readonly chatId: number | null;
  readonly by: NamedRef | null;
  readonly createdAt: string;
  readonly liftedAt: string | null;
  readonly liftedBy: NamedRef | null;
  readonly managed: boolean;
}
/** Filter of block list entries. All given fields must match. */
export interface BlockListFilter {
  readonly state?: "in_force" | "over" | "lifted";
  readonly kind?: BlockListKind;
  /** Part of the value or the reason. */
  readonly q?: string;
  /** Only ids below this one. */
  readonly before?: number;
  readonly limit: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}
/** Data of a new entry. */
export interface NewBlockListRow {
  readonly kind: BlockListKind;
  /** Normalized for comparison (core/blacklist); `shown` is the value as entered. */
  readonly value: string;
  readonly shown: string;
  /** Milliseconds since 1970; null: no end. */
  readonly until: number | null;
  readonly reason: string | null;
  /** The chat in which the visitor was blocked (API-027). */
  readonly chatId: number | null;
  /** null: the provisioning file. */
  readonly by: number | null;
  readonly managed: boolean;
  readonly now: number;
}
