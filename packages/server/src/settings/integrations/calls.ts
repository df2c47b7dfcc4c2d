import type { CallsConfig } from "../../core/command.ts";
import {
  generateRandomString,
  generateSigningSecret,
  getSecretFingerprint,
} from "../../auth/secrets.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import { findAccount, mergeAccountSettings } from "../../store/settings/account/account.ts";
import type { AccountSettings } from "../../store/settings/account/account-settings.ts";
import { createCallDriver, findCallDriver } from "../../store/settings/integrations/call.ts";
import {
  rotateEndpointSecret,
  setEndpointUrl,
} from "../../store/settings/integrations/endpoint-changes.ts";
import type { FileSaveContext, SingleResourceFile } from "../single-resource.ts";

/** Calls of the provisioning file. */
export interface CallsEntry {
  readonly enabled: boolean;
  readonly driver: CallsConfig["driver"];
  /** Address of the telephony server, or null. */
  readonly url: string | null;
  /** Signing secret. null: absent, and generated for a new server. */
  readonly secret: string | null;
}

/**
 * Calls in the file (CFG-021, CORE-104). Hours, countries and balance are managed in the
 * application. The address is compared with that of the last applied file.
 */
export const callsFile: SingleResourceFile<AccountSettings, CallsEntry> = {
  part: "calls",
  subject: "calls",
  read({ calls }, { reportError, secret }) {
    if (calls === undefined) return null;
    const { enabled, driver = "desk", url = null } = calls;
    if (driver === "http" && url === null)
      reportError(
        ["calls", "url"],
        "is missing; the http driver needs a telephony server",
        "CORE-104",
      );
    const signingSecret = secret(["calls"], "secret", undefined, calls.secret_env);
    if (signingSecret !== null && !/^whsec_[A-Za-z0-9+/]{43}=$/.test(signingSecret))
      reportError(
        ["calls", "secret_env"],
        "must be whsec_ followed by 32 bytes in base64",
        "CORE-124",
      );
    return { enabled, driver, url, secret: signingSecret };
  },
  /** The telephony server's address is exported only if it came from a file. */
  write({ calls: { enabled, driver }, areCallsSaved, appliedCalls }, variable) {
    if (!areCallsSaved) return undefined;
    if (driver === "desk") return { enabled, driver };
    const url = appliedCalls?.url;
    return url && { enabled, driver, url, secret_env: variable("CALLS_SECRET", "") };
  },
  isManaged: ({ callsManaged }) => callsManaged,
  toEntry: ({ calls: { enabled, driver }, appliedCalls }) => ({
    enabled,
    driver,
    url: appliedCalls?.url ?? null,
    secret: null,
  }),
  compared: ({ enabled, driver, url }) => ({ enabled, driver, url }),
  changedSecrets: (entry, row) => (hasNewSecret(entry, row) ? ["secret"] : []),
  async save(context, entry, before) {
    const { tx, account } = context;
    if (entry === null) {
      await mergeAccountSettings(tx, account, { calls_managed: null, calls_file: null });
      return;
    }
    const { enabled, driver, url } = entry;
    const endpointId = await saveDriver(context, entry, hasNewSecret(entry, before));
    // Read now, so that settings outside the file are kept.
    const stored = await findAccount(createTransactionReader(tx), account);
    await mergeAccountSettings(tx, account, {
      calls: { ...stored?.calls, enabled, driver, endpointId },
      calls_managed: true,
      calls_file: { url, secret: toFingerprint(entry) },
    });
  },
};

const hasNewSecret = (entry: CallsEntry, { appliedCalls }: AccountSettings): boolean =>
  (appliedCalls?.secret ?? null) !== toFingerprint(entry);

async function saveDriver(
  { tx, account, now, seal, printSecret }: FileSaveContext,
  { url, secret }: CallsEntry,
  isNewSecret: boolean,
): Promise<number | null> {
  if (url === null) return null;
  const existing = await findCallDriver(tx, account);
  if (existing === null) {
    const signingSecret = secret ?? generateSigningSecret();
    if (secret === null) printSecret(signingSecret);
    const row = { url, secret: signingSecret, reportSecret: generateRandomString(), now };
    return createCallDriver(tx, account, row, seal);
  }
  const { endpointId } = existing;
  if (existing.url !== url) await setEndpointUrl(tx, account, endpointId, url);
  if (isNewSecret && secret !== null)
    await rotateEndpointSecret(tx, { account, id: endpointId }, secret, { seal, now });
  return endpointId;
}

const toFingerprint = ({ secret }: CallsEntry): string | null =>
  secret && getSecretFingerprint(secret);
