import { type MailStateRecord, readMail } from "../settings/installation/mail-changes.ts";
import { oauthClientList, type OAuthClientRecord } from "../settings/installation/oauth-clients.ts";
import { oidcList, type OidcRecord } from "../settings/installation/oidc.ts";
import { samlList, type SamlRecord } from "../settings/installation/saml.ts";
import { findOldSystem, type OldSystem } from "../move-in/old-system.ts";
import type { Sql } from "../database/sql.ts";
import { listProvidersAndDeleted } from "../settings/integrations/bot-provider.ts";
import type { ProviderRecord } from "../settings/integrations/bot-record.ts";
import { createTransactionReader } from "../database/transaction-reader.ts";
import { apiKeyStore } from "../settings/account/api-key.ts";
import { listOperators, type OperatorRecord } from "../settings/account/operator.ts";
import { roleStore } from "../settings/people/role.ts";
import { departmentStore } from "../settings/account/department.ts";
import {
  isWidget,
  listChannels,
  type ChannelRecord,
  type WidgetRecord,
} from "../settings/channels/channel.ts";
import { botStore, type BotRow } from "../settings/integrations/bot.ts";
import { webhookStore, type WebhookRow } from "../settings/integrations/webhook.ts";
import { readStorage, type StorageSetting } from "../settings/installation/storage.ts";

type RowsOf<S extends { readonly list: (...args: never[]) => unknown }> = Awaited<
  ReturnType<S["list"]>
>;
/** The stored account that a provisioning file describes. */
interface CurrentAccount {
  readonly id: number;
  readonly name: string;
  readonly locale: string;
  readonly accent: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly managed: boolean;
}
export interface CurrentOperator extends OperatorRecord {
  readonly passwordHash: string | null;
}
/** Installation settings that a provisioning file may contain. */
export interface ProvisionedInstallation {
  readonly egress_allow?: readonly string[];
  readonly limits?: Readonly<Record<string, number>>;
  readonly retention?: Readonly<Record<string, number>>;
}
/** The stored settings that a provisioning file can change, without the lists of an account. */
export interface PresentSettings {
  readonly account: CurrentAccount | null;
  readonly roles: RowsOf<typeof roleStore>;
  readonly operators: readonly CurrentOperator[];
  readonly apiKeys: RowsOf<typeof apiKeyStore>;
  /** Channels of kind `api`. */
  readonly channels: readonly ChannelRecord[];
  readonly widgets: readonly WidgetRecord[];
  readonly connectors: readonly ChannelRecord[];
  /** Bot providers of the whole installation, including deleted ones. */
  readonly providers: readonly ProviderRecord[];
  readonly bots: readonly BotRow[];
  readonly webhooks: readonly WebhookRow[];
  readonly departments: RowsOf<typeof departmentStore>;
  /** The old system behind a channel. null: nothing is forwarded. */
  readonly forwarding: OldSystem | null;
  readonly instance: ProvisionedInstallation;
  readonly storage: StorageSetting;
  readonly mail: MailStateRecord;
  readonly oauthClients: readonly OAuthClientRecord[];
  readonly oidc: readonly OidcRecord[];
  readonly saml: readonly SamlRecord[];
  /** Addresses that the installation's owner allowed (API-355). No file changes them. */
  readonly ownersEgressAllow: readonly string[];
}

/** Reads the stored settings. Without an account, only those of the installation. */
export async function readPresentSettings(
  sql: Sql,
  account: number | null,
): Promise<PresentSettings> {
  const [instance] = await sql.query<{
    provisioned: ProvisionedInstallation;
    egress_allow: string[];
  }>("select provisioned, egress_allow from instance");
  const found =
    account === null
      ? []
      : await sql.query<CurrentAccount>(
          "select id::float8 as id, name, locale, accent, settings, managed from account where id = $1",
          [account],
        );
  const reader = createTransactionReader(sql);
  const channels = account === null ? [] : await listChannels(reader, account);
  return {
    account: found[0] ?? null,
    roles: account === null ? [] : await roleStore.list(reader, account),
    operators: account === null ? [] : await readOperators(sql, account),
    apiKeys: account === null ? [] : await apiKeyStore.list(reader, account),
    channels: channels.filter(({ kind }) => kind === "api"),
    widgets: channels.filter(isWidget),
    connectors: channels.filter(({ facts }) => facts.connector !== null),
    providers: await listProvidersAndDeleted(sql),
    bots: account === null ? [] : await botStore.list(reader, account),
    webhooks: account === null ? [] : await webhookStore.list(reader, account),
    departments: account === null ? [] : await departmentStore.list(reader, account),
    forwarding: account === null ? null : await findOldSystem(reader, account),
    instance: instance?.provisioned ?? {},
    storage: await readStorage(sql),
    mail: await readMail(sql),
    oauthClients: await oauthClientList.read(sql),
    oidc: await oidcList.read(sql),
    saml: await samlList.read(sql),
    ownersEgressAllow: instance?.egress_allow ?? [],
  };
}

async function readOperators(sql: Sql, account: number): Promise<readonly CurrentOperator[]> {
  const operators = await listOperators(createTransactionReader(sql), account);
  const rows = await sql.query<{ id: number; hash: string | null }>(
    "select id::float8 as id, password_hash as hash from operator where account_id = $1",
    [account],
  );
  const hashes = new Map(rows.map(({ id, hash }) => [id, hash]));
  return operators.map((operator) => ({
    ...operator,
    passwordHash: hashes.get(operator.id) ?? null,
  }));
}
