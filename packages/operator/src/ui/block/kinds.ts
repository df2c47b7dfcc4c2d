import type { BlacklistKind } from "@parlour/protocol/api";
import { t } from "./text.ts";

/** Kinds of entries (CORE-070), most frequent first. */
export const blockKinds: readonly BlacklistKind[] = [
  "email",
  "phone",
  "visitor",
  "customer",
  "ip",
  "range",
  "country",
  "user_token",
];

/** Returns the text of a kind. */
export const kindLabel = (kind: BlacklistKind): string => t(`blockkind.${kind}`);
