import type { ConfigFile } from "@parlour/protocol/config";
import { formatHours } from "../core/hours/format.ts";
import type { CallsConfig, OpeningHours, RoutingConfig } from "../core/command.ts";
import { defaultCalls } from "../core/call/defaults.ts";
import { routingDefaults } from "../core/routing/defaults.ts";
import { formatRoutingFields } from "../core/routing/format.ts";
import type { ProvisionedBot } from "../store/settings/provision-integrations.ts";
import type { Present } from "../store/settings/provision.ts";
import { publicIds } from "./plan-bots.ts";

/** Generates the name of an environment variable for a secret. */
type Variable = (kind: string, name: string, n: number) => string;
type File = Pick<ConfigFile, "departments" | "bot_providers" | "bots" | "webhooks" | "working_hours" | "routing" | "calls">;

/**
 * Exports departments, hours, bots and webhooks (CFG-024). `parseEmail` returns the email of an active
 * operator, or nothing.
 */
export function exportIntegrations(present: Present, variable: Variable, emailOf: (operator: number) => readonly string[]): File {
  const { departments, providers, bots, webhooks } = present.integrations;
  const { working_hours: hours, routing } = (present.account?.settings ?? {}) as {
    working_hours?: OpeningHours;
    routing?: Partial<RoutingConfig>;
  };
  const used = new Set(bots.map((b) => b.providerId));
  const exported = providers.filter((p) => !p.deleted && (used.has(p.id) || (p.state === "active" && p.managed)));
  const channels = (of: readonly number[] | null): { channels?: string[] } => {
    const ids = publicIds(of, present);
    return ids === null ? {} : { channels: [...ids] };
  };
  return {
    ...some("departments", departments, (d) => ({
      name: d.name,
      operators: d.operators.flatMap(emailOf),
      ...(d.hours === null ? {} : { working_hours: hoursFile(d.hours) }),
    })),
    ...some("bot_providers", exported, (p) => ({
      id: p.id,
      name: p.name,
      ...(p.contact === null ? {} : { contact: p.contact }),
      ...(p.endpointUrl === null ? {} : { endpoint_url: p.endpointUrl }),
      ...(p.accountId === null ? {} : { scope: "account" as const }),
    })),
    ...some("bots", bots, (b, n) => ({
      provider: b.providerId,
      token_env: variable("BOT_TOKEN", b.name, n),
      name: b.name,
      ...(b.photo === null ? {} : { photo: b.photo }),
      endpoint_url: b.endpointUrl,
      ...channels(b.channels),
      enabled: b.enabled,
      secret_env: variable("BOT_SECRET", b.name, n),
      invite_wait_s: b.inviteWaitS,
      silent_s: b.silentS,
      sends_chat_closed: b.sendsChatClosed,
      answers_settle: b.answersSettle,
      append_token: b.appendToken,
      ...authorizationFile(b, n, variable),
    })),
    ...some("webhooks", webhooks, (w, n) => ({
      url: w.url,
      ...(w.name === "" ? {} : { name: w.name }),
      secret_env: variable("WEBHOOK_SECRET", URL.parse(w.url)?.hostname ?? "", n),
      enabled: w.enabled,
      events: [...w.events],
      ...channels(w.channels),
      blocks: [...w.blocks],
      rating_wait_s: w.ratingWaitS,
    })),
    ...(hours === undefined ? {} : { working_hours: hoursFile(hours) }),
    ...(routing === undefined ? {} : { routing: formatRoutingFields({ ...routingDefaults, ...routing }) }),
    ...callsFile(present, variable),
  } as File;
}

/** Exports the telephony server's address only if it came from a file. */
function callsFile({ account }: Present, variable: Variable): { calls?: NonNullable<ConfigFile["calls"]> } {
  const { calls, calls_file: file } = (account?.settings ?? {}) as { calls?: Partial<CallsConfig>; calls_file?: { url?: string } };
  if (calls === undefined) return {};
  const { enabled, driver } = { ...defaultCalls, ...calls };
  if (driver === "desk") return { calls: { enabled, driver } };
  return file?.url === undefined ? {} : { calls: { enabled, driver, url: file.url, secret_env: variable("CALLS_SECRET", "", 0) } };
}

/** Returns a list for the file, or nothing if it is empty. */
function some<T, R>(name: string, rows: readonly T[], one: (row: T, n: number) => R): Record<string, R[]> {
  return rows.length === 0 ? {} : { [name]: rows.map(one) };
}

function authorizationFile(bot: ProvisionedBot, n: number, variable: Variable): object {
  if (bot.tokenUrl === null) return {};
  return {
    authorization: {
      token_url: bot.tokenUrl,
      client_id: bot.clientId,
      client_secret_env: variable("BOT_CLIENT_SECRET", bot.name, n),
      ...(bot.tokenScope === null ? {} : { scope: bot.tokenScope }),
      client_auth: bot.clientAuth,
    },
  };
}

function hoursFile(hours: OpeningHours): object {
  const { timezone, week, exceptions } = formatHours(hours);
  return { timezone, week, ...(Object.keys(exceptions).length === 0 ? {} : { exceptions }) };
}
