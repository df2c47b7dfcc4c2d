import type { BlacklistKind } from "@parlour/protocol/api";
import { t } from "./text.ts";

/** Kinds of entries (CORE-070), those that are used most first. */
export const blacklistKinds: readonly BlacklistKind[] = ["email", "phone", "visitor", "customer", "ip", "range", "country", "user_token"];

/** As people call it. */
export const kindName = (kind: BlacklistKind): string => t(`blockkind.${kind}`);
