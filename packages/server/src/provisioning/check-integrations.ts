import { botsTakenElsewhere } from "../store/settings/provision-integrations.ts";
import type { Present } from "../store/settings/provision.ts";
import type { Sql } from "../store/sql.ts";
import type { Step } from "./document.ts";
import type { Wanted } from "./read.ts";

type Fault = (path: readonly Step[], message: string, rule?: string) => void;

/**
 * Reports errors of departments, bots and webhooks that only the database shows. `checkOperator`
 * checks one email.
 */
export async function integrationFaults(
  tx: Sql,
  wanted: Wanted,
  present: Present,
  fault: Fault,
  operator: (email: string, path: readonly Step[]) => void,
): Promise<void> {
  const { departments, providers, bots, webhooks } = wanted.integrations;
  departments.forEach((d, n) => d.operators.forEach((email, i) => operator(email, ["departments", n, "operators", i])));

  const channels = new Set(
    [...wanted.channels, ...wanted.widgets, ...present.channels, ...present.widgets].flatMap((c) => c.publicId ?? []),
  );
  const channel = (id: string, path: readonly Step[]): void => {
    if (!channels.has(id)) fault(path, `${id} is no public_id of a channel of this file or account`);
  };
  bots.forEach((b, n) => b.channels?.forEach((id, i) => channel(id, ["bots", n, "channels", i])));
  webhooks.forEach((w, n) => w.channels?.forEach((id, i) => channel(id, ["webhooks", n, "channels", i])));

  const account = present.account?.id ?? null;
  for (const [n, provider] of providers.entries()) {
    const found = present.integrations.providers.find((p) => p.id === provider.id);
    if (found?.accountId != null && found.accountId !== account)
      fault(["bot_providers", n, "id"], "belongs to another account; a provider id is never used again", "BOT-001");
  }
  for (const [n, bot] of bots.entries()) {
    const inFile = providers.find((p) => p.id === bot.provider);
    const found = present.integrations.providers.find(
      (p) => p.id === bot.provider && !p.deleted && (p.accountId === null || p.accountId === account),
    );
    if (inFile === undefined && found === undefined)
      fault(["bots", n, "provider"], `${bot.provider} is no bot provider of this file or installation`, "BOT-003");
    else if (bot.endpointUrl === null && (inFile?.endpointUrl ?? found?.endpointUrl ?? null) === null)
      fault(["bots", n], "endpoint_url is missing: the provider has no default", "BOT-003");
  }
  for (const n of await botsTakenElsewhere(tx, account, bots))
    fault(["bots", n], "this provider's token is in use in another account", "BOT-003");
}

/**
 * Returns new or changed addresses with their paths, to be checked by CORE-123. `https`: required
 * by BOT-013.
 */
export function newAddresses(
  wanted: Wanted,
  present: Present,
): readonly { readonly url: string; readonly path: readonly Step[]; readonly secure: "http" | "https" }[] {
  const { providers, bots, webhooks } = wanted.integrations;
  const stands = present.integrations;
  const found: { url: string; path: readonly Step[]; secure: "http" | "https" }[] = [];
  providers.forEach(({ endpointUrl }, n) => {
    if (endpointUrl !== null && !stands.providers.some((p) => p.endpointUrl === endpointUrl))
      found.push({ url: endpointUrl, path: ["bot_providers", n, "endpoint_url"], secure: "https" });
  });
  bots.forEach((bot, n) => {
    if (bot.endpointUrl !== null && !stands.bots.some((p) => p.endpointUrl === bot.endpointUrl))
      found.push({ url: bot.endpointUrl, path: ["bots", n, "endpoint_url"], secure: "https" });
    const { authorization } = bot;
    if (authorization !== null && !stands.bots.some((p) => p.tokenUrl === authorization.tokenUrl))
      found.push({ url: authorization.tokenUrl, path: ["bots", n, "authorization", "token_url"], secure: "https" });
  });
  webhooks.forEach(({ url }, n) => {
    if (!stands.webhooks.some((p) => p.url === url)) found.push({ url, path: ["webhooks", n, "url"], secure: "http" });
  });
  return found;
}
