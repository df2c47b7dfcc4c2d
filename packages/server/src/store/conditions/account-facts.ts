import { factsWith, type Facts } from "@parlour/protocol/conditions/facts";
import type { AccountConfig } from "../../core/command.ts";

/** Returns the facts that conditions of an account can name. null: those of every account. */
export const getAccountFacts = (config: AccountConfig | null): Facts =>
  factsWith(config?.fields ?? [], config?.segments);
