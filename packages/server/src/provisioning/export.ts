import { orderMacros } from "@parlour/protocol/actions/macro-chain";
import type { ConfigFile } from "@parlour/protocol/config";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { stringify } from "yaml";
import { StartError } from "../embedded/start-error.ts";
import { exportIntegrations } from "./export-integrations.ts";
import { exportEntries, exportResource } from "./plan/plan-resource.ts";
import { exportSingleResource, exportSingles } from "./plan/plan-single-resource.ts";
import { readSingleStates, type Singles } from "./read-singles.ts";
import { createRowNames } from "./references.ts";
import {
  apiKeyResource,
  channelResource,
  connectorResource,
  departmentResource,
  forwardingFile,
  roleResource,
  mailFile,
  oauthClientFile,
  oidcFile,
  samlFile,
  storageFile,
  widgetResource,
} from "../settings/index.ts";
import { writeOperator } from "../settings/account/operator.ts";
import { exportAccount } from "./plan/account/plan-account.ts";
import { exportDocumentList } from "./plan/plan-document-list.ts";
import { readEffectiveInstallation } from "../store/provisioning/effective-installation.ts";
import { readCurrentSettings, type CurrentSettings } from "./current-settings.ts";
import { exportLists } from "./lists.ts";
import type { Sql } from "../store/database/sql.ts";

/** Settings of an account as a provisioning file (CFG-024). */
export interface ExportResult {
  readonly config: ConfigFile;
  readonly yaml: string;
  /** Steps that are required before the file can be applied to another installation. */
  readonly notes: readonly string[];
}

/** Exports an account, or the only one. Secrets become `*_env` references, without passwords. */
export async function exportProvisioningFile(sql: Sql, name: string | null): Promise<ExportResult> {
  const accounts = await sql.query<{ id: number; name: string }>(
    "select id::float8 as id, name from account order by id",
  );
  const matching = name === null ? accounts : accounts.filter((a) => a.name === name);
  if (matching.length > 1)
    throw new StartError(
      `there are several accounts: ${accounts.map((a) => a.name).join(", ")}; choose one with --account`,
    );
  if (name !== null && matching.length === 0)
    throw new StartError(
      `account not found: ${name}; available: ${accounts.map((a) => a.name).join(", ")}`,
    );
  const current = await readCurrentSettings(sql, matching[0]?.id ?? null);
  const singles = await readSingleStates(sql, current.account?.id ?? null);
  const installation = await readEffectiveInstallation(sql);
  const { config, variables } = toConfigFile(current, singles, installation);
  const activeOperators = current.operators.filter((o) => o.active);
  return {
    config,
    yaml: stringify(config, { lineWidth: 140 }),
    notes: [
      ...(variables.length > 0
        ? [`set these environment variables before you apply the file: ${variables.join(", ")}`]
        : []),
      ...(activeOperators.length > 0
        ? [
            `passwords are not exported; ${activeOperators.length} operator(s) need a reset link in a new installation`,
          ]
        : []),
    ],
  };
}

function toConfigFile(
  current: CurrentSettings,
  singles: Singles,
  { egressAllow, limits, retention }: Awaited<ReturnType<typeof readEffectiveInstallation>>,
): { config: ConfigFile; variables: string[] } {
  const variables: string[] = [];
  const variable: NameVariable = (kind, name, n) => {
    const named = variableName(kind, name, n);
    variables.push(named);
    return named;
  };
  const config: ConfigFile = {
    version: 1,
    ...(current.account && exportAccountParts(current, current.account, singles, variable)),
    ...omitAbsent({
      egress: egressAllow.length > 0 ? { allow: [...egressAllow] } : undefined,
      limits: Object.keys(limits).length > 0 ? limits : undefined,
      retention: Object.keys(retention).length > 0 ? retention : undefined,
    }),
    ...exportDocumentList(oidcFile, current.oidc, variable),
    ...exportDocumentList(samlFile, current.saml, variable),
    ...exportDocumentList(oauthClientFile, current.oauthClients, variable),
    ...exportSingleResource(mailFile, current.mail, variable),
    ...exportSingleResource(storageFile, current.storage, variable),
  };
  return { config, variables };
}

type NameVariable = (kind: string, name: string, n: number) => string;

/** Settings that exist once have no name. */
function variableName(kind: string, name: string, n: number): string {
  if (name === "") return kind;
  const suffix = name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
  return `${kind}_${n + 1}_${suffix}`.slice(0, 60);
}

/** Exports the settings of the account. Omits inactive operators. */
function exportAccountParts(
  current: CurrentSettings,
  account: NonNullable<CurrentSettings["account"]>,
  singles: Singles,
  variable: NameVariable,
): Partial<ConfigFile> {
  const operators = current.operators.filter((o) => o.active);
  const names = createRowNames(current, { active: true });
  const channelNames = createRowNames(current, { active: true, named: true });
  const activeKeys = current.apiKeys.filter(
    ({ values }) => names.operator(values.operator_id) !== undefined,
  );
  // The channel of a customer may be deleted.
  const blacklist = current.blacklist.filter(
    ({ values }) => values.channel_id === null || names.channel(values.channel_id) !== undefined,
  );
  return {
    account: exportAccount(account),
    ...exportResource(roleResource, current.roles, names, variable),
    operators: operators.map(writeOperator),
    api_keys: [],
    ...exportResource(apiKeyResource, activeKeys, names, variable),
    channels: [
      ...exportEntries(channelResource, current.channels, channelNames, variable),
      ...exportEntries(widgetResource, current.widgets, channelNames, variable),
      ...exportEntries(connectorResource, current.connectors, channelNames, variable),
    ] as NonNullable<ConfigFile["channels"]>,
    ...exportSingleResource(forwardingFile, current.forwarding, variable),
    ...exportResource(departmentResource, current.departments, names, variable),
    ...exportIntegrations(current, names, variable),
    ...exportSingles(singles, variable),
    ...exportLists({ ...current, macros: orderMacros(current.macros), blacklist }, names, variable),
  };
}
