import type { ApiChannelConfigFile, ConfigFile, OperatorConfigFile } from "@parlour/protocol/config";
import { stringify } from "yaml";
import { getManagedFields } from "../core/account-fields.ts";
import type { MailRecord } from "../core/record/mail.ts";
import { StartError } from "../embedded/start-error.ts";
import { exportIntegrations } from "./export-integrations.ts";
import { exportBlacklist } from "./plan-blacklist.ts";
import { exportWidgets } from "./plan-widgets.ts";
import { exportTriggers } from "./plan-triggers.ts";
import { exportWriting } from "./plan-writing.ts";
import { accountDefaults } from "./plan-account.ts";
import { exportOidc } from "./plan-oidc.ts";
import { exportSecurity } from "./plan-security.ts";
import { readAccountSettings } from "../store/account-settings.ts";
import { readInstanceInForce } from "../store/settings/instance-in-force.ts";
import { readPresent, type Present } from "../store/settings/provision.ts";
import type { Sql } from "../store/sql.ts";

/** Settings of an account as a provisioning file (CFG-024). */
export interface Exported {
  readonly config: ConfigFile;
  readonly yaml: string;
  /** Steps required before the file can be applied elsewhere. */
  readonly notes: readonly string[];
}

/**
 * Exports the settings of the named account, or of the only one. Secrets become `*_env` references,
 * passwords are left out.
 */
export async function exportConfig(sql: Sql, name: string | null): Promise<Exported> {
  const accounts = await sql.query<{ id: number; name: string }>("select id::float8 as id, name from account order by id");
  const found = name === null ? accounts : accounts.filter((a) => a.name === name);
  if (found.length > 1)
    throw new StartError(`there are several accounts: ${accounts.map((a) => a.name).join(", ")}; name one with --account`);
  if (name !== null && found.length === 0)
    throw new StartError(`there is no account ${name}; there are: ${accounts.map((a) => a.name).join(", ")}`);
  const present = await readPresent(sql, found[0]?.id ?? null);
  const { config, variables } = toFile(present, await readInstanceInForce(sql));
  const withoutPassword = present.operators.filter((o) => o.active);
  return {
    config,
    yaml: stringify(config, { lineWidth: 140 }),
    notes: [
      ...(variables.length > 0 ? [`set these before applying the file: ${variables.join(", ")}`] : []),
      ...(withoutPassword.length > 0
        ? [`passwords are not exported: ${withoutPassword.length} operator(s) need a reset link in a new installation`]
        : []),
    ],
  };
}

function toFile(
  present: Present,
  { egressAllow, limits, retention }: Awaited<ReturnType<typeof readInstanceInForce>>,
): { config: ConfigFile; variables: string[] } {
  const variables: string[] = [];
  const named: Named = (name) => {
    variables.push(name);
    return name;
  };
  const variable: Variable = (kind, name, n) => named(variableOf(kind, name, n));
  const config: ConfigFile = {
    version: 1,
    ...(present.account === null ? {} : exportAccount(present, present.account, variable)),
    ...(egressAllow.length > 0 ? { egress: { allow: [...egressAllow] } } : {}),
    ...(Object.keys(limits).length > 0 ? { limits } : {}),
    ...(Object.keys(retention).length > 0 ? { retention } : {}),
    ...(present.oidc.length === 0 ? {} : { oidc: exportOidc(present.oidc, variable) }),
    ...(present.mail.mail === null ? {} : { mail: exportMail(present.mail.mail, named) }),
    ...exportStorage(present.storage, named),
  };
  return { config, variables };
}

/** Records the environment variable of a secret and returns its name. */
type Named = (name: string) => string;
type Variable = (kind: string, name: string, n: number) => string;

function variableOf(kind: string, name: string, n: number): string {
  const words = name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
  return `${kind}_${n + 1}_${words}`.slice(0, 60);
}

/** Exports the settings of the account. Inactive operators are left out. */
function exportAccount(present: Present, account: NonNullable<Present["account"]>, variable: Variable): Partial<ConfigFile> {
  const operators = present.operators.filter((o) => o.active);
  const emails = new Map(operators.map((o) => [o.id, o.email]));
  const emailsOf = (ids: readonly number[]): string[] => ids.flatMap((id) => emails.get(id) ?? []);
  return {
    account: { name: account.name, ...lookSettings(account), ...linkSettings(account) },
    operators: operators.map(exportOperator),
    api_keys: present.apiKeys
      .flatMap((k) => emailsOf([k.operatorId]).map((operator) => ({ ...k, operator })))
      .map((k, n) => ({
        name: k.name,
        key_env: variable("API_KEY", k.name, n),
        operator: k.operator,
        scopes: [...k.scopes],
        ...(k.expiresAt !== null && { expires_at: new Date(k.expiresAt).toISOString() }),
      })),
    channels: [
      ...present.channels.filter((c) => c.kind === "api").map((c, n) => exportChannel(c, n, variable, emailsOf)),
      ...exportWidgets(present, variable, emailsOf),
    ],
    ...exportIntegrations(present, variable, (id) => emailsOf([id])),
    ...exportWriting(present),
    ...exportTriggers(present),
    ...exportBlacklist(present),
    ...exportSecurity(present),
  };
}

/**
 * Omits a setting that the file did not name and that has its default, so that applying the export
 * to its source changes nothing (CFG-024).
 */
function lookSettings(account: NonNullable<Present["account"]>): Pick<NonNullable<ConfigFile["account"]>, "locale" | "accent"> {
  const managed = getManagedFields({ managed: account.managed, ...readAccountSettings(account.settings) });
  const isNamed = (field: "locale" | "accent"): boolean =>
    !account.managed || managed.includes(field) || account[field] !== accountDefaults[field];
  return {
    ...(isNamed("locale") ? { locale: account.locale } : {}),
    ...(isNamed("accent") ? { accent: account.accent } : {}),
  };
}

function linkSettings(
  account: NonNullable<Present["account"]>,
): Pick<NonNullable<ConfigFile["account"]>, "safe_url" | "trust_webhook_links"> {
  const settings = account.settings as { safe_url?: boolean | string[]; trust_webhook_links?: boolean };
  return {
    ...(settings.safe_url === undefined ? {} : { safe_url: settings.safe_url }),
    ...(settings.trust_webhook_links === undefined ? {} : { trust_webhook_links: settings.trust_webhook_links }),
  };
}

function exportOperator(o: Present["operators"][number]): OperatorConfigFile {
  return {
    email: o.email,
    name: o.name,
    role: o.role,
    ...(o.phone === null ? {} : { phone: o.phone }),
    ...(o.photo === null ? {} : { photo: o.photo }),
    ...(o.chatLimit === 0 ? {} : { chat_limit: o.chatLimit }),
  };
}

function exportChannel(
  c: Present["channels"][number],
  n: number,
  variable: Variable,
  emailsOf: (ids: readonly number[]) => string[],
): ApiChannelConfigFile {
  return {
    kind: "api",
    name: c.name,
    public_id: c.publicId,
    random_string_env: variable("RANDOM_STRING", c.name, n),
    secret_env: variable("CHANNEL_SECRET", c.name, n),
    endpoint_url: c.endpointUrl,
    chunked: c.chunked,
    append_public_id: c.appendPublicId,
    media_as: c.mediaAs,
    ...(c.botAvailable ? { bot_available: true } : {}),
    enabled: c.enabled,
    operators: emailsOf(c.operators),
  };
}

function exportMail({ host, port, tls, user, from, password }: MailRecord, named: Named): NonNullable<ConfigFile["mail"]> {
  return {
    host,
    port,
    tls,
    from,
    ...(user === null ? {} : { user }),
    ...(password === null ? {} : { password_env: named("MAIL_PASSWORD") }),
  };
}

function exportStorage({ kind, s3 }: Present["storage"], named: Named): Pick<ConfigFile, "storage"> {
  if (kind !== "s3" || s3 === null) return {};
  return {
    storage: {
      kind: "s3",
      ...s3,
      access_key_env: named("STORAGE_ACCESS_KEY"),
      secret_key_env: named("STORAGE_SECRET_KEY"),
    },
  };
}
