import type { ConfigFile } from "@parlour/protocol/config";
import { stringify } from "yaml";
import { StartFault } from "../embedded/fault.ts";
import { exportIntegrations } from "./export-integrations.ts";
import { exportBlacklist } from "./plan-blacklist.ts";
import { exportWidgets } from "./plan-widgets.ts";
import { exportTriggers } from "./plan-triggers.ts";
import { exportWriting } from "./plan-writing.ts";
import { exportOidc } from "./plan-oidc.ts";
import { exportSecurity } from "./plan-security.ts";
import type { MailSetting } from "../store/settings/mail.ts";
import { readInstanceInForce } from "../store/settings/instance-in-force.ts";
import { readPresent, type Present } from "../store/settings/provision.ts";
import type { Sql } from "../store/sql.ts";

/** The settings of an account as a provisioning file (CFG-024). */
export interface Exported {
  readonly config: ConfigFile;
  readonly yaml: string;
  /** What to do before the file can be applied elsewhere. */
  readonly notes: readonly string[];
}

/** Reads the settings of the named account, or of the only one. Secrets become `*_env` references, passwords are left out. */
export async function exportConfig(sql: Sql, name: string | null): Promise<Exported> {
  const accounts = await sql.query<{ id: number; name: string }>("select id::float8 as id, name from account order by id");
  const found = name === null ? accounts : accounts.filter((a) => a.name === name);
  if (found.length > 1)
    throw new StartFault(`there are several accounts: ${accounts.map((a) => a.name).join(", ")}; name one with --account`);
  if (name !== null && found.length === 0)
    throw new StartFault(`there is no account ${name}; there are: ${accounts.map((a) => a.name).join(", ")}`);
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

function exportMail(
  { host, port, tls, user, from, password }: MailSetting,
  named: (name: string) => string,
): NonNullable<ConfigFile["mail"]> {
  return {
    host,
    port,
    tls,
    from,
    ...(user === null ? {} : { user }),
    ...(password === null ? {} : { password_env: named("MAIL_PASSWORD") }),
  };
}

function toFile(
  present: Present,
  { egressAllow, limits, retention }: Awaited<ReturnType<typeof readInstanceInForce>>,
): { config: ConfigFile; variables: string[] } {
  const variables: string[] = [];
  const variable = (kind: string, name: string, n: number): string => {
    const made = `${kind}_${n + 1}_${name
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, "_")
      .replace(/^_|_$/g, "")}`.slice(0, 60);
    variables.push(made);
    return made;
  };
  const named = (name: string): string => {
    variables.push(name);
    return name;
  };
  const emailOf = (id: number): string => present.operators.find((o) => o.id === id)?.email ?? "";
  const { account } = present;
  const operators = present.operators
    .filter((o) => o.active)
    .map((o) => ({
      email: o.email,
      name: o.name,
      role: o.role,
      ...(o.phone === null ? {} : { phone: o.phone }),
      ...(o.photo === null ? {} : { photo: o.photo }),
      ...(o.chatLimit === 0 ? {} : { chat_limit: o.chatLimit }),
    }));
  const active = new Set(operators.map((o) => o.email));
  const keys = present.apiKeys
    .filter((k) => active.has(emailOf(k.operatorId)))
    .map((k, n) => ({ name: k.name, key_env: variable("API_KEY", k.name, n), operator: emailOf(k.operatorId), scopes: [...k.scopes] }));
  const channels = present.channels
    .filter((c) => c.kind === "api")
    .map((c, n) => ({
      kind: "api" as const,
      name: c.name,
      public_id: c.publicId,
      random_string_env: variable("RANDOM_STRING", c.name, n),
      secret_env: variable("CHANNEL_SECRET", c.name, n),
      endpoint_url: c.endpointUrl,
      chunked: c.chunked,
      append_public_id: c.appendPublicId,
      media_as: c.mediaAs,
      enabled: c.enabled,
      operators: c.operators.map(emailOf).filter((email) => active.has(email)),
    }));
  const settings = (account?.settings ?? {}) as { safe_url?: boolean | string[]; trust_webhook_links?: boolean };
  const config: ConfigFile = {
    version: 1,
    ...(account
      ? {
          account: {
            name: account.name,
            locale: account.locale,
            accent: account.accent,
            ...(settings.safe_url === undefined ? {} : { safe_url: settings.safe_url }),
            ...(settings.trust_webhook_links === undefined ? {} : { trust_webhook_links: settings.trust_webhook_links }),
          },
          operators,
          api_keys: keys,
          channels: [...channels, ...exportWidgets(present, variable, (ids) => ids.map(emailOf).filter((email) => active.has(email)))],
          ...exportIntegrations(present, variable, (id) => [emailOf(id)].filter((email) => active.has(email))),
          ...exportWriting(present),
          ...exportTriggers(present),
          ...exportBlacklist(present),
          ...exportSecurity(present),
        }
      : {}),
    ...(egressAllow.length > 0 ? { egress: { allow: [...egressAllow] } } : {}),
    ...(Object.keys(limits).length > 0 ? { limits } : {}),
    ...(Object.keys(retention).length > 0 ? { retention } : {}),
    ...(present.oidc.length === 0 ? {} : { oidc: exportOidc(present.oidc, variable) }),
    ...(present.mail.mail === null ? {} : { mail: exportMail(present.mail.mail, named) }),
    ...(present.storage.kind === "s3" && present.storage.s3 !== null
      ? {
          storage: {
            kind: "s3" as const,
            ...present.storage.s3,
            access_key_env: named("STORAGE_ACCESS_KEY"),
            secret_key_env: named("STORAGE_SECRET_KEY"),
          },
        }
      : {}),
  };
  return { config, variables };
}
