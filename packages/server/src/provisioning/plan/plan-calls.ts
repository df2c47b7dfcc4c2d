import { createHash, randomBytes } from "node:crypto";
import type { ConfigFile } from "@parlour/protocol/config";
import { defaultCalls } from "../../core/call/defaults.ts";
import type { CallsConfig } from "../../core/command.ts";
import { createCallDriver, findCallDriver } from "../../store/settings/integrations/call.ts";
import {
  setEndpointUrl,
  rotateEndpointSecret,
} from "../../store/settings/integrations/endpoint-changes.ts";
import { mergeAccountSettings } from "../../store/settings/account/account.ts";
import type { CurrentSettings } from "../../store/provisioning/present.ts";
import type { Sql } from "../../store/database/sql.ts";
import {
  describeChanges,
  generateRandomText,
  type PlannedChange,
  type ApplyContext,
} from "./planned-change.ts";
import type { FileHelpers } from "../../settings/resource.ts";

/** Calls as in the file (CFG-021). */
export interface DesiredCalls {
  readonly enabled: boolean;
  readonly driver: CallsConfig["driver"];
  /** Address of the telephony server, or null. */
  readonly url: string | null;
  /** Signing secret, or null: generated. */
  readonly secret: string | null;
}
export function parseCalls(
  part: ConfigFile["calls"],
  { reportError, secret }: Pick<FileHelpers, "reportError" | "secret">,
): DesiredCalls | null {
  if (part === undefined) return null;
  const { enabled, driver = "desk", url = null } = part;
  if (driver === "http" && url === null)
    reportError(
      ["calls", "url"],
      "is missing; the http driver needs a telephony server",
      "CORE-104",
    );
  const signingSecret = secret(["calls"], "secret", undefined, part.secret_env);
  if (signingSecret !== null && !/^whsec_[A-Za-z0-9+/]{43}=$/.test(signingSecret))
    reportError(
      ["calls", "secret_env"],
      "must be whsec_ followed by 32 bytes in base64",
      "CORE-124",
    );
  return { enabled, driver, url, secret: signingSecret };
}

/**
 * Values of the last applied file, to detect changes. Contains a fingerprint instead of the secret.
 */
interface AppliedCalls {
  readonly url: string | null;
  readonly secret: string | null;
}

/**
 * Plans calls. null: the file does not contain them. Hours, countries and balance are managed in
 * the application.
 */
export function planCalls(
  desired: DesiredCalls | null,
  current: CurrentSettings,
): { differences: PlannedChange[]; removals: PlannedChange[] } {
  const settings = (current.account?.settings ?? {}) as {
    calls?: Partial<CallsConfig>;
    calls_managed?: boolean;
    calls_file?: Partial<AppliedCalls>;
  };
  const { enabled, driver } = { ...defaultCalls, ...settings.calls };
  const managed = settings.calls_managed ?? false;
  const createChange = (
    sign: PlannedChange["sign"],
    detail: string,
    run: PlannedChange["run"],
  ): PlannedChange => ({
    sign,
    subject: "calls",
    detail,
    kind: "account",
    run,
  });
  if (desired === null) {
    const stopManaging = async ({ tx, account }: ApplyContext): Promise<number> => {
      await mergeAccountSettings(tx, account, { calls_managed: null, calls_file: null });
      return account;
    };
    return { differences: [], removals: managed ? [createChange("-", "", stopManaging)] : [] };
  }
  const file = {
    url: desired.url,
    secret: desired.secret === null ? null : toFingerprint(desired.secret),
  };
  const isNewSecret = (settings.calls_file?.secret ?? null) !== file.secret;
  const detail = [
    describeChanges(
      { enabled, driver, url: settings.calls_file?.url ?? null },
      { enabled: desired.enabled, driver: desired.driver, url: desired.url },
    ),
    isNewSecret ? "secret" : "",
  ]
    .filter((part) => part !== "")
    .join("; ");
  if (detail === "" && managed) return { differences: [], removals: [] };
  const run = async (context: ApplyContext): Promise<number> => {
    const { tx, account } = context;
    const endpointId = await saveDriver(context, desired, isNewSecret);
    await mergeAccountSettings(tx, account, {
      calls: {
        ...(await readCurrentCalls(tx, account)),
        enabled: desired.enabled,
        driver: desired.driver,
        endpointId,
      },
      calls_managed: true,
      calls_file: file,
    });
    return account;
  };
  return { differences: [createChange("~", detail || "managed by the file", run)], removals: [] };
}

/** Exports the telephony server's address only if it came from a file. */
export function exportCalls(
  { account }: CurrentSettings,
  variable: (kind: string, name: string, n: number) => string,
): { calls?: NonNullable<ConfigFile["calls"]> } {
  const { calls, calls_file: file } = (account?.settings ?? {}) as {
    calls?: Partial<CallsConfig>;
    calls_file?: { url?: string };
  };
  if (calls === undefined) return {};
  const { enabled, driver } = { ...defaultCalls, ...calls };
  if (driver === "desk") return { calls: { enabled, driver } };
  return file?.url === undefined
    ? {}
    : { calls: { enabled, driver, url: file.url, secret_env: variable("CALLS_SECRET", "", 0) } };
}

/** Reads the settings within the transaction, so that settings outside the file are kept. */
async function readCurrentCalls(tx: Sql, account: number): Promise<CallsConfig> {
  const [row] = await tx.query<{ calls: Partial<CallsConfig> | null }>(
    "select settings -> 'calls' as calls from account where id = $1",
    [account],
  );
  return { ...defaultCalls, ...row?.calls };
}

async function saveDriver(
  { tx, account, now, secrets, created }: ApplyContext,
  desired: DesiredCalls,
  isNewSecret: boolean,
): Promise<number | null> {
  if (desired.url === null) return null;
  const existing = await findCallDriver(tx, account);
  if (existing === null) {
    const secret = desired.secret ?? `whsec_${randomBytes(32).toString("base64")}`;
    if (desired.secret === null) created.secrets.push({ subject: "calls", secret });
    return createCallDriver(
      tx,
      account,
      { url: desired.url, secret, reportSecret: generateRandomText(24), now },
      secrets.seal,
    );
  }
  if (existing.url !== desired.url)
    await setEndpointUrl(tx, account, existing.endpointId, desired.url);
  if (isNewSecret && desired.secret !== null)
    await rotateEndpointSecret(
      tx,
      account,
      existing.endpointId,
      { secret: desired.secret, now },
      secrets.seal,
    );
  return existing.endpointId;
}

const toFingerprint = (secret: string): string =>
  createHash("sha256").update(secret).digest("hex").slice(0, 16);
