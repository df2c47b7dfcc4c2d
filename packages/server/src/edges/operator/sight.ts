import type { Principal } from "../../auth/index.ts";
import type { Deps } from "./deps.ts";
import type { Sight } from "./stores/chats.ts";

/** Which chats and visitors this principal may see (CORE-001). */
export const sightOf = (deps: Pick<Deps, "rights">, principal: Principal): Sight => ({
  operatorId: principal.operatorId,
  everything: deps.rights.seesAllChats(principal),
});
