import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { CurrentSettings } from "../current-settings.ts";
import { planLists, type PlanResult } from "../lists.ts";
import type { ProvisionedInstallation } from "../../store/provisioning/present.ts";
import type { PlannedChange, ApplyContext } from "./planned-change.ts";
import { planAccount } from "./account/plan-account.ts";
import { completeBots, planProviders } from "./plan-bot-providers.ts";
import { completeChannels, type NamedEntry, type NamedRow } from "./complete-channels.ts";
import { planDocumentList } from "./plan-document-list.ts";
import {
  planOperators,
  withPlannedOperators,
  type PasswordHashes,
} from "./account/plan-operators.ts";
import { planResource } from "./plan-resource.ts";
import { planSingleResource, planSingles } from "./plan-single-resource.ts";
import {
  apiKeyResource,
  botResource,
  channelResource,
  connectorResource,
  departmentResource,
  forwardingFile,
  mailFile,
  oauthClientFile,
  oidcFile,
  roleResource,
  samlFile,
  storageFile,
  webhookResource,
  widgetResource,
} from "../../settings/index.ts";
import type { ResourceTypes, StoredResource } from "../../settings/resource.ts";
import { createRowNames } from "../references.ts";
import type { Singles } from "../read-singles.ts";
import type { DesiredSettings } from "../read.ts";
import { listEndedKeys } from "../../store/settings/account/api-key.ts";
import { setProvisionedInstallation } from "../../store/provisioning/writers.ts";

interface PlanOptions {
  readonly passwords: PasswordHashes;
  readonly prune: boolean;
  readonly unseal: (sealed: Buffer) => string;
  readonly singles: Singles;
}

/** Plans all changes in order. `prune` also removes managed rows that the file omits. */
export function planChanges(
  desired: DesiredSettings,
  current: CurrentSettings,
  { passwords, prune, unseal, singles }: PlanOptions,
): {
  differences: readonly PlannedChange[];
  notPruned: readonly string[];
  ended: readonly string[];
} {
  const mail = planSingleResource(mailFile, desired.mail, current.mail, unseal);
  const context = { account: current.account?.id ?? null, unseal };
  const clients = planDocumentList(
    oauthClientFile,
    desired.oauthClients,
    current.oauthClients,
    context,
  );
  const oidc = planDocumentList(oidcFile, desired.oidc, current.oidc, context);
  const saml = planDocumentList(samlFile, desired.saml, current.saml, context);
  const differences: PlannedChange[] = [
    ...planInstallation(desired, current.instance),
    ...planSingleResource(storageFile, desired.storage, current.storage, unseal).differences,
    ...mail.differences,
    ...clients.differences,
    ...planAccount(desired, current),
  ];
  const notPruned: string[] = [];
  const addRemovals = (removals: readonly PlannedChange[]): void => {
    if (prune) differences.push(...removals);
    else notPruned.push(...removals.map((d) => d.subject));
  };
  const names = createRowNames(current);
  const roles = planResource(roleResource, desired.roles, current.roles, { names, unseal });
  const operators = planOperators(desired, current, passwords);
  differences.push(...roles.differences, ...operators.differences, ...oidc.differences);
  differences.push(...saml.differences);
  // Each part depends on earlier parts. Removals run in reverse order.
  const parts = planParts(desired, current, { unseal, singles });
  for (const part of parts) differences.push(...part.differences);
  for (const part of parts.toReversed()) addRemovals(part.removals);
  addRemovals(mail.removals);
  addRemovals(clients.removals);
  addRemovals(saml.removals);
  addRemovals(oidc.removals);
  addRemovals(operators.removals);
  addRemovals(roles.removals);
  const endedKeys = desired.apiKeys
    .filter((entry) => isEndedKey(desired, current, entry))
    .map(({ values }) => `api key ${values.name}`);
  return { differences, notPruned, ended: [...operators.ended, ...endedKeys] };
}

/** Returns whether somebody deleted a key of the file, which outranks it (CFG-158). */
const isEndedKey = (
  { reactivatedKeys }: DesiredSettings,
  { account }: CurrentSettings,
  { key }: { readonly key: string },
): boolean => listEndedKeys(account?.settings).includes(key) && !reactivatedKeys.includes(key);

function planParts(
  desired: DesiredSettings,
  current: CurrentSettings,
  { unseal, singles }: Omit<PlanOptions, "passwords" | "prune">,
): readonly PlanResult[] {
  const planned = withPlannedOperators(desired, current);
  const channelContext = { names: createRowNames(planned, { named: true }), unseal };
  const planChannels = <T extends ResourceTypes & { entry: NamedEntry; row: NamedRow }>(
    resource: StoredResource<T>,
    entries: readonly T["entry"][],
    rows: readonly T["row"][],
  ): PlanResult =>
    planResource(
      resource,
      completeChannels(entries, rows, planned.operators),
      rows,
      channelContext,
    );
  const context = { names: createRowNames(current), unseal };
  return [
    ...planSingles(desired.singles, singles, unseal),
    planResource(
      apiKeyResource,
      desired.apiKeys.filter((entry) => !isEndedKey(desired, current, entry)),
      current.apiKeys,
      context,
    ),
    planResource(departmentResource, desired.departments, current.departments, context),
    planChannels(channelResource, desired.channels, current.channels),
    planChannels(widgetResource, desired.widgets, current.widgets),
    planChannels(connectorResource, desired.connectors, current.connectors),
    planSingleResource(forwardingFile, desired.forwarding, current.forwarding, unseal),
    ...planLists(desired, current, context, [
      planProviders(desired.providers, current),
      planResource(
        botResource,
        completeBots(desired.bots, desired.providers, current.providers),
        current.bots,
        context,
      ),
      planResource(webhookResource, desired.webhooks, current.webhooks, context),
    ]),
  ];
}

/** Plans the allow list, limits and retention of the installation. */
function planInstallation(
  desired: DesiredSettings,
  current: ProvisionedInstallation,
): PlannedChange[] {
  const next: ProvisionedInstallation = omitAbsent({
    egress_allow: desired.egressAllow ?? undefined,
    limits: (desired.limits ?? undefined) as Record<string, number> | undefined,
    retention: (desired.retention ?? undefined) as Record<string, number> | undefined,
  });
  const parts = (["egress_allow", "limits", "retention"] as const).filter(
    (part) => formatValue(next[part]) !== formatValue(current[part]),
  );
  if (parts.length === 0) return [];
  const detail = parts
    .map((part) => `${part} ${formatValue(current[part])} → ${formatValue(next[part])}`)
    .join("; ");
  const run = async ({ tx }: ApplyContext): Promise<null> => {
    await setProvisionedInstallation(tx, next);
    return null;
  };
  return [{ sign: "~", subject: "instance", detail, kind: "instance", run }];
}
/** Formats a value with sorted keys, because the database does not keep their order. */
function formatValue(value: unknown): string {
  if (value === undefined) return "default";
  if (Array.isArray(value)) return value.join(", ");
  return Object.entries(value as Record<string, unknown>)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([k, v]) => `${k}=${String(v)}`)
    .join(" ");
}
