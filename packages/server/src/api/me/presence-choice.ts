import type { PresenceChoice as PresenceBody } from "@parlour/protocol/api/people/session";
import { findNextTimeOfDay } from "@parlour/protocol/hours/local-time";
import type { AccountConfig, Clock } from "../../core/command.ts";
import { refuse } from "../../core/failure.ts";
import type { PresenceChoice } from "../../core/operator/custom-status.ts";
import { parseTime, trimOptionalText } from "../../settings/texts.ts";
import type { Reader } from "../../store/database/reader.ts";
import { statusStore } from "../../store/settings/people/status.ts";

export interface PresenceChoiceDeps {
  readonly reader: Reader;
  readonly clock: Clock;
  readonly config: (account: number) => Promise<AccountConfig>;
}

const maxDurationMs = 366 * 86_400_000;

/** Returns what a request chooses: a presence, or a status of the account (STATUS-002). */
export async function readPresenceChoice(
  deps: PresenceChoiceDeps,
  account: number,
  body: PresenceBody,
): Promise<PresenceChoice> {
  const { status } = body;
  const id = body.status_id;
  if (id === undefined) {
    const field = (["status_until", "status_comment"] as const).find(
      (name) => body[name] !== undefined,
    );
    if (field !== undefined) refuse("invalid_request", `${field} needs a status_id.`, { field });
    return { status: status ?? refuseBoth("status"), custom: null };
  }
  if (status !== undefined) refuseBoth("status_id");
  const [row] = await statusStore.list(deps.reader, account, { id });
  if (row === undefined)
    refuse("invalid_request", `${id} is not a status of this account.`, { field: "status_id" });
  const { values } = row;
  const given = body.status_until;
  const until =
    given === undefined
      ? findEnd(values, (await deps.config(account)).hours?.timezone, deps.clock.now())
      : given === null
        ? null
        : parseEnd(given, deps.clock.now());
  const comment = trimOptionalText(body.status_comment) ?? null;
  return { status: values.counts_as, custom: { id, until, comment } };
}

const refuseBoth = (field: string): never =>
  refuse("invalid_request", "Send either status or status_id.", { field });

/** Returns the end of a status that is chosen now, in ms since 1970, or null. */
function findEnd(
  status: { readonly ends_after_s: number | null; readonly ends_at: string | null },
  timezone: string | undefined,
  now: number,
): number | null {
  if (status.ends_after_s !== null) return now + status.ends_after_s * 1000;
  if (status.ends_at === null) return null;
  return findNextTimeOfDay(timezone ?? "UTC", status.ends_at, now);
}

function parseEnd(text: string, now: number): number {
  const until = parseTime(text, "status_until").getTime();
  if (until > now && until <= now + maxDurationMs) return until;
  return refuse("invalid_request", "This time has passed, or is more than a year away.", {
    field: "status_until",
  });
}
