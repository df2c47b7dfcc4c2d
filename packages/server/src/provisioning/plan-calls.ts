import { createHash, randomBytes } from "node:crypto";
import type { ConfigFile } from "@parlour/protocol/config";
import { defaultCalls } from "../core/call/defaults.ts";
import type { CallsConfig } from "../core/command.ts";
import { createCallDriver, findCallDriver } from "../store/settings/call.ts";
import { moveEndpoint, rotateEndpointSecret } from "../store/settings/endpoint.ts";
import { mergeAccountSettings } from "../store/settings/account-settings.ts";
import type { Present } from "../store/settings/provision.ts";
import type { Sql } from "../store/sql.ts";
import { changes, randomText, type Difference, type Target } from "./difference.ts";
import type { Reading } from "./read-integrations.ts";

/** Calls as in the file (CFG-021). */
export interface WantedCalls {
  readonly enabled: boolean;
  readonly driver: CallsConfig["driver"];
  /** Address of the telephony server, or null. */
  readonly url: string | null;
  /** Signing secret, or null: generated. */
  readonly secret: string | null;
}
export function readCalls(given: ConfigFile["calls"], { fault, secret }: Pick<Reading, "fault" | "secret">): WantedCalls | null {
  if (given === undefined) return null;
  const { enabled, driver = "desk", url = null } = given;
  if (driver === "http" && url === null) fault(["calls", "url"], "is missing: the driver http needs a telephony server", "CORE-104");
  const signing = secret(["calls"], "secret", undefined, given.secret_env);
  if (signing !== null && !/^whsec_[A-Za-z0-9+/]{43}=$/.test(signing))
    fault(["calls", "secret_env"], "must hold whsec_ and 32 bytes in base64", "CORE-124");
  return { enabled, driver, url, secret: signing };
}

/**
 * Values of the last applied file, to detect changes. Contains a fingerprint instead of the secret.
 */
interface Applied {
  readonly url: string | null;
  readonly secret: string | null;
}

/**
 * Plans calls. null: the file does not contain them. Hours, countries and balance are managed in
 * the application.
 */
export function planCalls(wanted: WantedCalls | null, present: Present): { differences: Difference[]; gone: Difference[] } {
  const settings = (present.account?.settings ?? {}) as {
    calls?: Partial<CallsConfig>;
    calls_managed?: boolean;
    calls_file?: Partial<Applied>;
  };
  const { enabled, driver } = { ...defaultCalls, ...settings.calls };
  const managed = settings.calls_managed ?? false;
  const of = (sign: Difference["sign"], detail: string, run: Difference["run"]): Difference => ({
    sign,
    subject: "calls",
    detail,
    kind: "account",
    run,
  });
  if (wanted === null) {
    const leave = async ({ tx, account }: Target): Promise<number> => {
      await mergeAccountSettings(tx, account, { calls_managed: null, calls_file: null });
      return account;
    };
    return { differences: [], gone: managed ? [of("-", "", leave)] : [] };
  }
  const file = { url: wanted.url, secret: wanted.secret === null ? null : markOf(wanted.secret) };
  const isOtherSecret = (settings.calls_file?.secret ?? null) !== file.secret;
  const detail = [
    changes(
      { enabled, driver, url: settings.calls_file?.url ?? null },
      { enabled: wanted.enabled, driver: wanted.driver, url: wanted.url },
    ),
    isOtherSecret ? "secret" : "",
  ]
    .filter((one) => one !== "")
    .join("; ");
  if (detail === "" && managed) return { differences: [], gone: [] };
  const run = async (to: Target): Promise<number> => {
    const { tx, account } = to;
    const endpointId = await driverOf(to, wanted, isOtherSecret);
    await mergeAccountSettings(tx, account, {
      calls: { ...(await callsNow(tx, account)), enabled: wanted.enabled, driver: wanted.driver, endpointId },
      calls_managed: true,
      calls_file: file,
    });
    return account;
  };
  return { differences: [of("~", detail || "managed by the file", run)], gone: [] };
}

/** Reads the settings within the transaction, so that settings outside the file are kept. */
async function callsNow(tx: Sql, account: number): Promise<CallsConfig> {
  const [row] = await tx.query<{ calls: Partial<CallsConfig> | null }>("select settings -> 'calls' as calls from account where id = $1", [
    account,
  ]);
  return { ...defaultCalls, ...row?.calls };
}

async function driverOf({ tx, account, now, secrets, made }: Target, wanted: WantedCalls, isOtherSecret: boolean): Promise<number | null> {
  if (wanted.url === null) return null;
  const known = await findCallDriver(tx, account);
  if (known === null) {
    const secret = wanted.secret ?? `whsec_${randomBytes(32).toString("base64")}`;
    if (wanted.secret === null) made.secrets.push({ subject: "calls", secret });
    return createCallDriver(tx, account, { url: wanted.url, secret, reportSecret: randomText(24), now }, secrets.seal);
  }
  if (known.url !== wanted.url) await moveEndpoint(tx, account, known.endpointId, wanted.url);
  if (isOtherSecret && wanted.secret !== null)
    await rotateEndpointSecret(tx, account, known.endpointId, { secret: wanted.secret, now }, secrets.seal);
  return known.endpointId;
}

const markOf = (secret: string): string => createHash("sha256").update(secret).digest("hex").slice(0, 16);
