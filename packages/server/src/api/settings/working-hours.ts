import type { FastifyInstance } from "fastify";
import { AccountHours, AccountHoursPatch } from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import type { OpeningHours } from "../../core/command.ts";
import {
  type AccountRecord,
  findAccount,
  updateAccount,
} from "../../store/settings/account/account.ts";
import {
  parseWorkingHours,
  serializeWorkingHours,
  serializeOpenState,
} from "../../settings/account/hours.ts";
import { requireFound } from "../kit/ids.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import { changeSettings, assertNotManaged } from "../kit/change-settings.ts";
import { readerForTransaction } from "../../store/database/transaction-reader.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

/** Registers the account's working hours (CORE-090, API-294). */
export function workingHoursRoutes(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/working-hours",
    action: "account.read",
    tag: "working hours",
    summary: "Working hours of the account, and whether it is open now",
    status: 200,
    answer: AccountHours,
    handle: async ({ principal }) =>
      serializeAccountHours(
        requireFound(await findAccount(deps.reader, principal.accountId), "account"),
        deps.clock.now(),
      ),
  });
  declareRoute(app, deps.auth, {
    method: "PATCH",
    url: "/working-hours",
    action: "account.manage",
    tag: "working hours",
    summary: "Change the working hours of the account",
    body: AccountHoursPatch,
    status: 200,
    answer: AccountHours,
    handle: (context) => changeHours(deps, context),
  });
}
async function changeHours(
  deps: RouteDeps,
  context: RequestContext<unknown, unknown, AccountHoursPatch>,
): Promise<AccountHours> {
  const account = context.principal.accountId;
  return changeSettings(deps, context, "hours.change", async (tx, now) => {
    const before = requireFound(await findAccount(readerForTransaction(tx), account), "account");
    assertNotManaged(context, { managed: before.hoursManaged });
    await updateAccount(tx, account, { hours: applyPatch(before.hours, context.body) });
    return {
      result: serializeAccountHours(
        requireFound(await findAccount(readerForTransaction(tx), account), "account"),
        now,
      ),
      changed: [{ kind: "account", id: null }],
      target: `working hours: ${Object.keys(context.body).join(", ")}`,
    };
  });
}

function applyPatch(before: OpeningHours | null, patch: AccountHoursPatch): OpeningHours | null {
  if (patch.timezone === null) return null;
  const stored = before === null ? undefined : serializeWorkingHours(before);
  const timezone = patch.timezone ?? stored?.timezone;
  if (timezone === undefined)
    refuse("invalid_request", "timezone is missing: the hours have none yet.", {
      field: "timezone",
    });
  return parseWorkingHours({
    timezone,
    week: patch.week ?? stored?.week ?? {},
    exceptions: patch.exceptions ?? stored?.exceptions ?? {},
  });
}

function serializeAccountHours(row: AccountRecord, now: number): AccountHours {
  const { timezone, week, exceptions } =
    row.hours === null
      ? { timezone: null, week: {}, exceptions: {} }
      : serializeWorkingHours(row.hours);
  return {
    timezone,
    week,
    exceptions,
    ...serializeOpenState(row.hours, now),
    managed: row.hoursManaged,
  };
}
