import {
  NewOperatorStatus,
  OperatorStatus,
  OperatorStatuses,
  OperatorStatusPatch,
} from "@parlour/protocol/api";
import { operatorStatus } from "@parlour/protocol/settings/kinds/people/status";
import { refuse } from "../../core/failure.ts";
import { statusStore } from "../../store/settings/people/status.ts";
import { createResource } from "../kind/create-resource.ts";
import { summarizeRequests } from "../kind/request-summaries.ts";

const oneEnd = "A status ends after a time or at a time of day, not both.";

/** Statuses that operators of the account choose (STATUS-001). */
export const statusResource = createResource(operatorStatus, {
  rights: { read: "operators.read", manage: "account.manage" },
  summaries: summarizeRequests("a status", "statuses"),
  schemas: {
    entity: OperatorStatus,
    page: OperatorStatuses,
    create: NewOperatorStatus,
    patch: OperatorStatusPatch,
  },
  store: statusStore,
  check(values) {
    if (values.ends_after_s !== null && values.ends_at !== null)
      refuse("invalid_request", oneEnd, { field: "ends_at" });
  },
  checkEntry(values, report) {
    if (values.ends_after_s !== null && values.ends_at !== null)
      report(["ends_at"], oneEnd, "STATUS-001");
  },
});
