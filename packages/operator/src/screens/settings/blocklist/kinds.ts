import type { BlacklistKind } from "@parlour/protocol/api";
import { t } from "./text.ts";

/** Kinds of entries (CORE-070), most frequent first. */
export const blacklistKinds: readonly BlacklistKind[] = ["email", "phone", "visitor", "customer", "ip", "range", "country", "user_token"];

/** Returns the text of a kind. */
export const kindName = (kind: BlacklistKind): string => t(`blockkind.${kind}`);
