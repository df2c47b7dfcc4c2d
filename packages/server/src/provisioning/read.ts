import type { ConfigFile, LimitsConfig } from "@parlour/protocol/config";
import { isEgressTarget } from "../config/values.ts";
import {
  formatErrors,
  parseFileDocument,
  formatPath,
  type FileDocument,
  type FileError,
  type PathStep,
} from "./document.ts";
import type { EntryOf } from "../settings/resource.ts";
import type { SingleEntryOf } from "../settings/single-resource.ts";
import {
  type BotEntry,
  apiKeyResource,
  botResource,
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
  webhookResource,
  widgetResource,
} from "../settings/index.ts";
import { readOperators, type DesiredOperator } from "../settings/account/operator.ts";
import { listFileFields } from "../settings/content/view-condition.ts";
import type { ListEntries } from "../settings/list-resources.ts";
import { readBotProviders, type BotProviderEntry } from "../settings/integrations/bot-provider.ts";
import { readDocumentList } from "../settings/kind/document-list-file.ts";
import type { Entry } from "../settings/kind/file-entry.ts";
import { readListEntries } from "./lists.ts";
import { readSingleEntries, type Singles } from "./read-singles.ts";
import { validateSchema } from "./validate-schema.ts";
import { StartError } from "../embedded/start-error.ts";

/** A valid provisioning file, with its secrets and defaults. */
export interface DesiredSettings extends ListEntries {
  readonly file: string;
  readonly account: NonNullable<ConfigFile["account"]> | null;
  readonly roles: readonly EntryOf<typeof roleResource>[];
  readonly operators: readonly DesiredOperator[];
  readonly apiKeys: readonly EntryOf<typeof apiKeyResource>[];
  /** Hashes of keys that the file restores although they have ended (CFG-158). */
  readonly reactivatedKeys: readonly string[];
  readonly channels: readonly EntryOf<typeof channelResource>[];
  readonly widgets: readonly EntryOf<typeof widgetResource>[];
  readonly connectors: readonly EntryOf<typeof connectorResource>[];
  readonly singles: Singles;
  readonly providers: readonly BotProviderEntry[];
  readonly bots: readonly BotEntry[];
  readonly webhooks: readonly EntryOf<typeof webhookResource>[];
  readonly departments: readonly EntryOf<typeof departmentResource>[];
  readonly forwarding: SingleEntryOf<{ readonly file: typeof forwardingFile }> | null;
  /** Null means that the file does not contain the allow list. */
  readonly egressAllow: readonly string[] | null;
  readonly limits: LimitsConfig | null;
  readonly retention: ConfigFile["retention"] | null;
  readonly storage: SingleEntryOf<{ readonly file: typeof storageFile }> | null;
  readonly mail: SingleEntryOf<{ readonly file: typeof mailFile }> | null;
  readonly oauthClients: readonly Entry<(typeof oauthClientFile)["fields"]>[];
  readonly oidc: readonly Entry<(typeof oidcFile)["fields"]>[];
  readonly saml: readonly Entry<(typeof samlFile)["fields"]>[];
  /** Returns the line of a value, for errors that only the database reveals. */
  readonly getLine: (path: readonly PathStep[]) => number;
}
type Environment = Readonly<Record<string, string | undefined>>;

/** Parses a file. Throws StartError 78 with a line per error: file, line, path, rule (CFG-023). */
export function parseProvisioningFile(
  name: string,
  text: string,
  env: Environment,
): DesiredSettings {
  const file = parseFileDocument(name, text);
  const errors = "faults" in file ? file.faults : validateSchema(file);
  if ("faults" in file || errors.length > 0) throw new StartError(formatErrors(name, errors), 78);
  const checked = checkConfig(file, file.value as ConfigFile, env);
  if (checked.errors.length > 0) throw new StartError(formatErrors(name, checked.errors), 78);
  return checked.desired;
}

function checkConfig(
  file: FileDocument,
  config: ConfigFile,
  env: Environment,
): { desired: DesiredSettings; errors: FileError[] } {
  const errors: FileError[] = [];
  const reportError = (path: readonly PathStep[], message: string, rule = "CFG-023"): void => {
    errors.push({ line: file.getLine(path), path: formatPath(path), rule, message });
  };
  const secret = createSecretReader(env, reportError);
  const helpers = {
    fields: listFileFields(config),
    reportError,
    secret,
    unique: checkUnique,
  };

  const operators = readOperators(config, helpers);
  const apiKeys = apiKeyResource.file.read(config, helpers);

  const channels = channelResource.file.read(config, helpers);
  const widgets = widgetResource.file.read(config, helpers);
  const connectors = connectorResource.file.read(config, helpers);
  checkUnique(
    config.channels ?? [],
    (c) => c.public_id ?? `name ${c.kind} ${c.name}`,
    (n, first) =>
      reportError(
        ["channels", n],
        `has the same ${config.channels?.[n]?.public_id ? "public_id" : "name"} as channels[${first}]`,
        "CH-002",
      ),
  );
  (config.egress?.allow ?? []).forEach((entry, n) => {
    if (!isEgressTarget(entry))
      reportError(
        ["egress", "allow", n],
        `${JSON.stringify(entry)} is not host:port or a CIDR range`,
        "CFG-010",
      );
  });
  return {
    errors,
    desired: {
      file: file.name,
      account: config.account ?? null,
      roles: roleResource.file.read(config, helpers),
      operators,
      apiKeys,
      reactivatedKeys: apiKeys.flatMap(({ n, key }) =>
        config.api_keys?.[n]?.reactivate === true ? key : [],
      ),
      channels,
      widgets,
      connectors,
      singles: readSingleEntries(config, helpers),
      providers: readBotProviders(config, helpers),
      bots: botResource.file.read(config, helpers),
      webhooks: webhookResource.file.read(config, helpers),
      departments: departmentResource.file.read(config, helpers),
      forwarding: forwardingFile.read(config, helpers),
      ...readListEntries(config, helpers),
      egressAllow: config.egress?.allow ?? null,
      limits: config.limits ?? null,
      retention: config.retention ?? null,
      storage: storageFile.read(config, helpers),
      mail: mailFile.read(config, helpers),
      oauthClients: readDocumentList(oauthClientFile, config, helpers),
      oidc: readDocumentList(oidcFile, config, helpers),
      saml: readDocumentList(samlFile, config, helpers),
      getLine: (path) => file.getLine(path),
    },
  };
}

type ReportError = (path: readonly PathStep[], message: string, rule?: string) => void;
type SecretReader = (
  at: readonly PathStep[],
  name: string,
  clear: string | undefined,
  fromEnv: string | undefined,
) => string | null;

/** Creates a reader of secrets, which the file contains or names by a variable, never both. */
function createSecretReader(env: Environment, reportError: ReportError): SecretReader {
  return (at, name, clear, fromEnv) => {
    if (fromEnv === undefined) return clear ?? null;
    if (clear !== undefined)
      reportError([...at, name], `cannot be combined with ${name}_env; set only one of them`);
    const value = env[fromEnv];
    if (value === undefined || value === "") {
      reportError([...at, `${name}_env`], `the environment variable ${fromEnv} is not set`);
      return null;
    }
    return value;
  };
}

function checkUnique<T>(
  list: readonly T[],
  keyOf: (item: T) => string,
  onDuplicate: (n: number, first: number) => void,
): void {
  const firstByKey = new Map<string, number>();
  list.forEach((item, n) => {
    const first = firstByKey.get(keyOf(item));
    if (first === undefined) firstByKey.set(keyOf(item), n);
    else onDuplicate(n, first);
  });
}
