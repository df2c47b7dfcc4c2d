import { operatorStatus } from "@parlour/protocol/settings/kinds/people/status";
import { createTableStore } from "../table-store.ts";

/** Statuses of the account. Operators keep presence and end of a deleted one (STATUS-006). */
export const statusStore = createTableStore(operatorStatus);
