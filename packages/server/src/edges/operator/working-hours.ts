import type { FastifyInstance } from "fastify";
import { AccountHours, AccountHoursPatch } from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import type { OpeningHours } from "../../core/command.ts";
import type { AccountRecord } from "../../core/record/account.ts";
import type { Deps } from "./deps.ts";
import { hoursOf, hoursWire, openWire } from "./hours-wire.ts";
import { found } from "./ids.ts";
import { route, type Call } from "./route.ts";
import { changeSettings, refuseManaged, type SettingsDeps } from "./settings.ts";

/** Registers the account's working hours (CORE-090, API-041). */
export function workingHoursRoutes(app: FastifyInstance, deps: SettingsDeps & Pick<Deps, "auth" | "accounts">): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/working-hours",
    action: "account.read",
    tag: "working hours",
    summary: "Working hours of the account, and whether it is open now",
    status: 200,
    answer: AccountHours,
    handle: async ({ principal }) => wire(found(await deps.accounts.find(principal.accountId), "account"), deps.clock.now()),
  });
  route(app, deps.auth, {
    method: "PATCH",
    url: "/working-hours",
    action: "account.manage",
    tag: "working hours",
    summary: "Change the working hours of the account",
    body: AccountHoursPatch,
    status: 200,
    answer: AccountHours,
    handle: (call) => changeHours(deps, call),
  });
}
async function changeHours(
  deps: SettingsDeps & Pick<Deps, "auth" | "accounts">,
  call: Call<unknown, unknown, AccountHoursPatch>,
): Promise<AccountHours> {
  const account = call.principal.accountId;
  return changeSettings(deps, call, "hours.change", async (tx, now) => {
    const before = found(await deps.accounts.findIn(tx, account), "account");
    refuseManaged(call, { managed: before.hoursManaged });
    await deps.accounts.update(tx, account, { hours: patched(before.hours, call.body) });
    return {
      result: wire(found(await deps.accounts.findIn(tx, account), "account"), now),
      changed: [{ kind: "account", id: null }],
      target: `working hours: ${Object.keys(call.body).join(", ")}`,
    };
  });
}

function patched(before: OpeningHours | null, patch: AccountHoursPatch): OpeningHours | null {
  if (patch.timezone === null) return null;
  const stands = before === null ? undefined : hoursWire(before);
  const timezone = patch.timezone ?? stands?.timezone;
  if (timezone === undefined) refuse("invalid_request", "timezone is missing: the hours have none yet.", { field: "timezone" });
  return hoursOf({ timezone, week: patch.week ?? stands?.week ?? {}, exceptions: patch.exceptions ?? stands?.exceptions ?? {} });
}

function wire(row: AccountRecord, now: number): AccountHours {
  const { timezone, week, exceptions } = row.hours === null ? { timezone: null, week: {}, exceptions: {} } : hoursWire(row.hours);
  return { timezone, week, exceptions, ...openWire(row.hours, now), managed: row.hoursManaged };
}
