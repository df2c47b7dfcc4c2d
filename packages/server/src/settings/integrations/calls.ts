import { CallSettings, CallSettingsChanged, CallSettingsPatch } from "@parlour/protocol/api";
import { isOpen } from "@parlour/protocol/hours/open-hours";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { calls } from "@parlour/protocol/settings/kinds/account/calls";
import { fromStored, toStored } from "@parlour/protocol/settings/stored";
import type { SingleValues } from "@parlour/protocol/settings/values";
import {
  generateRandomString,
  generateSigningSecret,
  getSecretFingerprint,
} from "../../auth/secrets.ts";
import {
  parseStoredHours,
  serializeWorkingHours,
  type HoursFields,
} from "../../core/hours/format.ts";
import type { Reader } from "../../store/database/reader.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import { findAccountSettings } from "../../store/settings/account/account.ts";
import type { AccountSettings } from "../../store/settings/account/account-settings.ts";
import { createCallDriver, findCallDriver } from "../../store/settings/integrations/call.ts";
import {
  rotateEndpointSecret,
  setEndpointUrl,
} from "../../store/settings/integrations/endpoint-changes.ts";
import { normalizeHours } from "../account/hours.ts";
import { createSingle } from "../kind/create-single.ts";
import type { SingleEntry } from "../kind/file-entry.ts";
import type { SaveContext } from "../single-resource.ts";

type CallFields = (typeof calls)["fields"];
/** Settings of an account with its telephony server, which is null if it never had one. */
export interface CallsState extends AccountSettings {
  readonly server: Awaited<ReturnType<typeof findCallDriver>>;
}

/**
 * Calls that visitors request (API-297, CFG-021, CORE-104). The file has no hours, countries and
 * balance. Its address is compared with that of the last applied file.
 */
export const callsResource = createSingle(calls, {
  action: "calls.change",
  tag: "calls",
  rights: { read: "account.read", manage: "account.manage" },
  summaries: { one: "Get the call settings", change: "Update the call settings" },
  schemas: { entity: CallSettings, patch: CallSettingsPatch, changed: CallSettingsChanged },
  find: findCalls,
  isManaged: ({ callsManaged }: CallsState) => callsManaged,
  /** The telephony server's address is exported only if it came from a file. */
  isExported: ({ areCallsSaved, calls: { driver }, appliedCalls }) =>
    areCallsSaved && (driver === "desk" || appliedCalls?.url !== undefined),
  toValues: (state) => ({
    ...(fromStored(calls.fields, state.calls) as unknown as SingleValues<CallFields>),
    url: findServer(state)?.url ?? null,
    hours: state.calls.hours && serializeWorkingHours(state.calls.hours),
  }),
  inFile: ({ appliedCalls }) => ({ url: appliedCalls?.url ?? null }),
  exportedSecrets: ({ appliedCalls }) => (appliedCalls?.url === undefined ? [] : ["secret"]),
  describe: (state, { now }) => ({
    open_now: isOpen(state.calls.hours ?? state.hours, now),
    // A secret, which the routes add.
    report_url: null,
    secret_hint: findServer(state)?.secretHint ?? null,
  }),
  complete: (given, { calls: { hours } }) =>
    omitAbsent({ ...given, hours: normalizeHours(given.hours, hours, "hours.") }),
  readEntry(values, { reportError }) {
    if (values.driver === "http" && values.url === null)
      reportError(
        ["calls", "url"],
        "is missing; the http driver needs a telephony server",
        "CORE-104",
      );
    return values;
  },
  changedSecrets: (entry, state) => (hasNewSecret(entry, state) ? ["secret"] : []),
  async toSettings(values, context, before, entry) {
    if (values === null) return { calls_file: null };
    const { url, hours } = values;
    const endpointId = await saveServer(context, url, {
      secret: entry?.secrets["secret"] ?? null,
      rotates: entry !== null && hasNewSecret(entry, before),
    });
    // Read now, so that settings outside of the file are kept.
    const reader = createTransactionReader(context.tx);
    const present = await findAccountSettings(reader, context.account);
    return {
      calls: {
        ...present.calls,
        ...toStored(calls.fields, values),
        hours:
          hours === undefined
            ? present.calls.hours
            : hours && parseStoredHours(hours as HoursFields),
        endpointId,
      },
      calls_file: entry === null ? undefined : { url, secret: toFingerprint(entry) },
    };
  },
});

async function findCalls(reader: Reader, account: number): Promise<CallsState> {
  const settings = await findAccountSettings(reader, account);
  return { ...settings, server: await findCallDriver(reader, account) };
}

/** Returns the telephony server that the settings use, or null. */
export const findServer = ({ calls: { endpointId }, server }: CallsState): CallsState["server"] =>
  endpointId === null ? null : server;

/**
 * Saves the telephony server and returns the id of its endpoint. If `url` is null, its row is kept,
 * so that reports about a running call are still accepted.
 */
async function saveServer(
  { tx, account, now, seal, printSecret }: SaveContext,
  url: string | null,
  { secret, rotates }: { readonly secret: string | null; readonly rotates: boolean },
): Promise<number | null> {
  if (url === null) return null;
  const existing = await findCallDriver(createTransactionReader(tx), account);
  if (existing === null) {
    const signingSecret = secret ?? generateSigningSecret();
    if (secret === null) printSecret(signingSecret);
    const row = { url, secret: signingSecret, reportSecret: generateRandomString(), now };
    return createCallDriver(tx, account, row, seal);
  }
  const { endpointId } = existing;
  if (existing.url !== url) await setEndpointUrl(tx, account, endpointId, url);
  if (rotates && secret !== null)
    await rotateEndpointSecret(tx, { account, id: endpointId }, secret, { seal, now });
  return endpointId;
}

const hasNewSecret = (entry: SingleEntry<CallFields>, { appliedCalls }: CallsState): boolean =>
  (appliedCalls?.secret ?? null) !== toFingerprint(entry);

const toFingerprint = ({ secrets }: SingleEntry<CallFields>): string | null =>
  typeof secrets["secret"] === "string" ? getSecretFingerprint(secrets["secret"]) : null;
