import { findAddress } from "@parlour/protocol/settings/connectors";
import type { Clock } from "../core/command.ts";
import { createEgress } from "../egress/index.ts";
import type { CurrentSettings } from "./current-settings.ts";
import { hasListEntries } from "./lists.ts";
import { findConflictingValues } from "../store/provisioning/account.ts";
import { listAddressesOfOthers } from "../store/settings/channels/channel-address.ts";
import { findVisitorsByNumber } from "../store/settings/content/block-list-store.ts";
import type { Sql } from "../store/database/sql.ts";
import {
  validateBots,
  findNewAddresses,
  validateFields,
  validateForwarding,
} from "./validate-integrations.ts";
import { formatPath, type FileError, type PathStep } from "./document.ts";
import {
  apiKeyResource,
  botResource,
  channelResource,
  connectorResource,
  departmentResource,
  webhookResource,
  widgetResource,
} from "../settings/index.ts";
import {
  checkListReferences,
  checkReferences,
  createReferenceCheck,
  toChannelId,
  type CheckReference,
} from "./references.ts";
import type { DesiredSettings } from "./read.ts";

export async function findErrors(
  tx: Sql,
  desired: DesiredSettings,
  current: CurrentSettings,
): Promise<FileError[]> {
  const errors: FileError[] = [];
  const reportError = (path: readonly PathStep[], message: string, rule = "CFG-023"): void =>
    void errors.push({ line: desired.getLine(path), path: formatPath(path), rule, message });
  if (current.account === null && desired.account === null && hasAccountSettings(desired)) {
    reportError([], "account is missing: the installation has no account yet; add one to the file");
  }
  const check = createReferenceCheck(desired, current, reportError);
  checkReferences(apiKeyResource, desired.apiKeys, check);
  checkReferences(channelResource, desired.channels, check);
  checkReferences(widgetResource, desired.widgets, check);
  checkReferences(connectorResource, desired.connectors, check);
  checkReferences(botResource, desired.bots, check);
  await validateBots(tx, desired, current, reportError);
  await validateBlockList(tx, desired, current, reportError);
  await validateFields(tx, desired, current, reportError);
  await validateForwarding(tx, desired, current, reportError);
  checkReferences(webhookResource, desired.webhooks, check);
  checkReferences(departmentResource, desired.departments, check);
  checkListReferences(desired, check);
  checkCustomRoles(desired, current, { check, reportError });

  const channels = [
    ...desired.channels.map(toChannelId),
    ...desired.widgets.map(toChannelId),
    ...desired.connectors.map(toChannelId),
  ];
  const keyHashes = desired.apiKeys.map(({ key }) => Buffer.from(key, "hex"));
  const conflicts = await findConflictingValues(tx, current.account?.id ?? null, {
    emails: desired.operators.map((o) => o.email),
    keyHashes,
    publicIds: channels.flatMap((c) => c.publicId ?? []),
  });
  desired.operators.forEach((o, n) => {
    if (conflicts.emails.includes(o.email.toLowerCase()))
      reportError(["operators", n, "email"], "belongs to an operator of another account");
  });
  keyHashes.forEach((hash, n) => {
    if (conflicts.keyHashes.some((other) => other.equals(hash)))
      reportError(["api_keys", n], "this key belongs to another account");
  });
  validateChannelKinds(desired, current, reportError);
  await validateAddresses(tx, desired, current, reportError);
  for (const { n, publicId } of channels)
    if (publicId !== null && conflicts.publicIds.includes(publicId))
      reportError(
        ["channels", n, "public_id"],
        "belongs to another account or a deleted channel and cannot be reused",
      );
  return errors;
}

/** Checks that the custom roles of operators exist and are based on their role (ROLE-009). */
function checkCustomRoles(
  desired: DesiredSettings,
  current: CurrentSettings,
  {
    check,
    reportError,
  }: {
    readonly check: CheckReference;
    readonly reportError: (path: readonly PathStep[], message: string, rule: string) => void;
  },
): void {
  const roles = [...desired.roles, ...current.roles].map(({ values }) => values);
  desired.operators.forEach((operator, n) => {
    const { role } = operator;
    const name = operator.custom_role_id;
    if (name === null) return;
    check({ kind: "role", name, path: ["operators", n, "custom_role"] });
    const base = roles.find((one) => one.name.toLowerCase() === name.toLowerCase())?.base ?? role;
    if (base !== role)
      reportError(
        ["operators", n, "role"],
        `must be ${base}, as ${name} is based on it`,
        "ROLE-009",
      );
  });
}

/** Checks that the account has the visitors and channels of the block list (CFG-035). */
async function validateBlockList(
  tx: Sql,
  { blacklist, channels }: DesiredSettings,
  current: CurrentSettings,
  reportError: (path: readonly PathStep[], message: string, rule?: string) => void,
): Promise<void> {
  const numbers = blacklist.flatMap(({ values: { kind, value } }) =>
    kind === "visitor" ? [Number(value)] : [],
  );
  const visitors = await findVisitorsByNumber(tx, current.account?.id ?? null, numbers);
  const publicIds = new Set(
    [...channels, ...current.channels].flatMap(({ values }) => values.public_id ?? []),
  );
  for (const { n, values } of blacklist) {
    const { kind, value, channel_id } = values;
    if (kind === "visitor" && !visitors.has(Number(value)))
      reportError(
        ["blacklist", n, "visitor"],
        `there is no visitor ${value} in this account`,
        "CFG-035",
      );
    if (channel_id !== null && !publicIds.has(channel_id))
      reportError(
        ["blacklist", n, "customer", "channel"],
        `no channel with public_id ${channel_id} in this file or account`,
        "CFG-035",
      );
  }
}

/** Checks that an address is that of one channel only (CON-066). */
async function validateAddresses(
  tx: Sql,
  { connectors }: DesiredSettings,
  current: CurrentSettings,
  reportError: (path: readonly PathStep[], message: string) => void,
): Promise<void> {
  const addresses = connectors.map(({ kind, settings }) => findAddress(kind, settings));
  const ofOthers = await listAddressesOfOthers(
    tx,
    current.account?.id ?? null,
    addresses.flatMap((address) => address ?? []),
  );
  connectors.forEach(({ n }, index) => {
    const address = addresses[index] ?? null;
    if (address === null) return;
    const path = ["channels", n, "settings", "address"];
    if (ofOthers.includes(address)) reportError(path, "is that of a channel of another account");
    if (addresses.indexOf(address) < index) reportError(path, "is that of another channel");
  });
}

/** Checks that a public id keeps its kind of channel (CH-002). */
function validateChannelKinds(
  { channels, widgets, connectors }: DesiredSettings,
  current: CurrentSettings,
  reportError: (path: readonly PathStep[], message: string, rule?: string) => void,
): void {
  const isOf = (others: CurrentSettings["channels"], publicId: string | null): boolean =>
    others.some(({ values }) => values.public_id === publicId);
  for (const { n, publicId } of channels.map(toChannelId))
    if (isOf(current.widgets, publicId))
      reportError(
        ["channels", n, "public_id"],
        "is already used by a widget of this account",
        "CH-002",
      );
  for (const { n, publicId } of widgets.map(toChannelId))
    if (isOf(current.channels, publicId))
      reportError(
        ["channels", n, "public_id"],
        "is already used by a channel of kind api of this account",
        "CH-002",
      );
  const stored = [...current.channels, ...current.widgets, ...current.connectors];
  for (const { n, kind, values } of connectors)
    if (stored.some((other) => other.values.public_id === values.public_id && other.kind !== kind))
      reportError(
        ["channels", n, "public_id"],
        "is already used by a channel of another kind of this account",
        "CH-002",
      );
}

function hasAccountSettings(desired: DesiredSettings): boolean {
  const { roles, operators, channels, widgets, connectors, apiKeys, departments, bots, webhooks } =
    desired;
  return (
    [roles, operators, channels, widgets, connectors, apiKeys, departments, bots, webhooks].some(
      (list) => list.length > 0,
    ) ||
    hasListEntries(desired) ||
    desired.forwarding !== null ||
    desired.singles.size > 0
  );
}

/**
 * Checks that new or changed endpoints are public or allowed (CORE-123). A name that cannot be
 * resolved now is checked again with every request.
 */
export async function validateTargets(
  desired: DesiredSettings,
  current: CurrentSettings,
  { clock, egressAllow }: { readonly clock: Clock; readonly egressAllow: readonly string[] },
): Promise<FileError[]> {
  const allowed = [
    ...egressAllow,
    ...(desired.egressAllow ?? current.instance.egress_allow ?? []),
    ...current.ownersEgressAllow,
  ];
  const egress = createEgress({ clock, allowed: () => allowed });
  const errors: FileError[] = [];
  for (const { url, path, secure } of findNewAddresses(desired, current)) {
    const checked = await egress.check(url, { resolveNames: true, secure });
    if (!checked.ok)
      errors.push({
        line: desired.getLine(path),
        path: formatPath(path),
        rule: "CORE-123",
        message: checked.message,
      });
  }
  egress.close();
  return errors;
}
