import { findConflictingBots } from "../store/provisioning/integrations.ts";
import { findOldSystemOfSecret } from "../store/move-in/old-system.ts";
import type { CurrentSettings } from "./current-settings.ts";
import type { Sql } from "../store/database/sql.ts";
import { listUsedKeys } from "../store/settings/content/field.ts";
import type { PathStep } from "./document.ts";
import type { DesiredSettings } from "./read.ts";

type ReportError = (path: readonly PathStep[], message: string, rule?: string) => void;

/** Reports errors of bots and their providers that only the database shows. */
export async function validateBots(
  tx: Sql,
  desired: DesiredSettings,
  current: CurrentSettings,
  reportError: ReportError,
): Promise<void> {
  const { providers, bots } = desired;
  const account = current.account?.id ?? null;
  for (const [n, provider] of providers.entries()) {
    const existing = current.providers.find((p) => p.id === provider.id);
    if (existing?.account_id != null && existing.account_id !== account)
      reportError(
        ["bot_providers", n, "id"],
        "belongs to another account; provider IDs cannot be reused",
        "BOT-001",
      );
  }
  for (const { n, values } of bots) {
    const { provider_id, endpoint_url } = values;
    const fileProvider = providers.find((p) => p.id === provider_id);
    const existing = current.providers.find(
      (p) =>
        p.id === provider_id && !p.deleted && (p.account_id === null || p.account_id === account),
    );
    if (fileProvider === undefined && existing === undefined)
      reportError(
        ["bots", n, "provider"],
        `no bot provider ${provider_id} in this file or installation`,
        "BOT-003",
      );
    else if (
      endpoint_url === null &&
      (fileProvider?.endpoint_url ?? existing?.endpoint_url ?? null) === null
    )
      reportError(
        ["bots", n],
        "endpoint_url is missing, and the provider has no default",
        "BOT-003",
      );
  }
  for (const n of await findConflictingBots(tx, account, bots))
    reportError(["bots", n], "another account already uses this token of the provider", "BOT-003");
}

/** Returns new or changed URLs with their paths (CORE-123). `https`: BOT-013 requires it. */
export function findNewAddresses(
  desired: DesiredSettings,
  current: CurrentSettings,
): readonly {
  readonly url: string;
  readonly path: readonly PathStep[];
  readonly secure: "http" | "https";
}[] {
  const addresses: { url: string; path: readonly PathStep[]; secure: "http" | "https" }[] = [];
  desired.providers.forEach(({ endpoint_url }, n) => {
    if (endpoint_url !== null && !current.providers.some((p) => p.endpoint_url === endpoint_url))
      addresses.push({
        url: endpoint_url,
        path: ["bot_providers", n, "endpoint_url"],
        secure: "https",
      });
  });
  desired.bots.forEach(({ n, values: { endpoint_url, authorization } }) => {
    if (
      endpoint_url !== null &&
      !current.bots.some(({ values }) => values.endpoint_url === endpoint_url)
    )
      addresses.push({ url: endpoint_url, path: ["bots", n, "endpoint_url"], secure: "https" });
    const tokenUrl = authorization?.token_url;
    if (
      tokenUrl !== undefined &&
      !current.bots.some(({ values }) => values.authorization?.token_url === tokenUrl)
    )
      addresses.push({
        url: tokenUrl,
        path: ["bots", n, "authorization", "token_url"],
        secure: "https",
      });
  });
  desired.channels.forEach(({ n, values: { endpoint_url } }) => {
    if (!current.channels.some((p) => p.values.endpoint_url === endpoint_url))
      addresses.push({ url: endpoint_url, path: ["channels", n, "endpoint_url"], secure: "http" });
  });
  desired.webhooks.forEach(({ values: { url } }, n) => {
    if (!current.webhooks.some((p) => p.values.url === url))
      addresses.push({ url, path: ["webhooks", n, "url"], secure: "http" });
  });
  const url = desired.forwarding?.secrets["url"];
  if (typeof url === "string" && url !== current.forwarding?.url)
    addresses.push({ url, path: ["forwarding", "url_env"], secure: "http" });
  return addresses;
}

/** Checks that the channel of the forwarding exists, and no other account has its secret. */
export async function validateForwarding(
  tx: Sql,
  { forwarding, channels }: DesiredSettings,
  current: CurrentSettings,
  reportError: ReportError,
): Promise<void> {
  if (forwarding === null) return;
  const { channel } = forwarding.values;
  if (![...channels, ...current.channels].some(({ values }) => values.public_id === channel))
    reportError(
      ["forwarding", "channel"],
      `no chat API channel with public_id ${channel} in this file or account`,
      "MV-088",
    );
  const secret = forwarding.secrets["secret"] ?? null;
  const other = secret === null ? null : await findOldSystemOfSecret(tx, secret);
  if (other !== null && other.account !== current.account?.id)
    reportError(["forwarding", "secret_env"], "another account already uses this secret", "MV-088");
}

/** Checks that a field keeps its kind, and that no field has the key of a removed one (FLD-003). */
export async function validateFields(
  tx: Sql,
  { fields }: DesiredSettings,
  { account }: CurrentSettings,
  reportError: ReportError,
): Promise<void> {
  const used = account === null ? [] : await listUsedKeys(tx, account.id);
  for (const { n, values } of fields) {
    const other = used.find(({ object, key }) => object === values.object && key === values.key);
    if (other?.isRemoved)
      reportError(["fields", n, "key"], "was the key of a field that was removed", "FLD-003");
    else if (other !== undefined && other.kind !== values.kind)
      reportError(["fields", n, "kind"], `is ${other.kind} and cannot change`, "FLD-003");
  }
}
