import type { BotConfigFile, ConfigFile, WebhookConfigFile } from "@parlour/protocol/config";
import { defaultRatingWaitS, webhookEvents } from "@parlour/protocol/api";
import { parseHours, type HoursFields } from "../core/hours/format.ts";
import type { OpeningHours, RoutingConfig, WebhookBlock, WebhookEvent } from "../core/command.ts";
import { parseRoutingFields } from "../core/routing/format.ts";
import type { Step } from "./document.ts";

export interface WantedDepartment {
  readonly name: string;
  /** Emails. */
  readonly operators: readonly string[];
  readonly hours: OpeningHours | null;
}
export interface WantedProvider {
  readonly id: string;
  readonly name: string;
  readonly contact: string | null;
  readonly endpointUrl: string | null;
  readonly scope: "service" | "account";
}
export interface WantedBot {
  readonly provider: string;
  readonly token: string;
  /** null: the provider's name. */
  readonly name: string | null;
  readonly photo: string | null;
  /** null: the provider's address. */
  readonly endpointUrl: string | null;
  /** Public ids, or null: all. */
  readonly channels: readonly string[] | null;
  readonly enabled: boolean;
  readonly secret: string | null;
  readonly inviteWaitS: number;
  readonly silentS: number;
  readonly sendsChatClosed: boolean;
  readonly answersSettle: boolean;
  readonly appendToken: boolean;
  readonly authorization: {
    readonly tokenUrl: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly scope: string | null;
    readonly clientAuth: "basic" | "body";
  } | null;
}
export interface WantedWebhook {
  readonly url: string;
  readonly secret: string | null;
  readonly enabled: boolean;
  readonly events: readonly WebhookEvent[];
  /** Public ids, or null: all. */
  readonly channels: readonly string[] | null;
  readonly blocks: readonly WebhookBlock[];
  readonly name: string;
  readonly ratingWaitS: number;
}
export interface WantedIntegrations {
  readonly departments: readonly WantedDepartment[];
  readonly providers: readonly WantedProvider[];
  readonly bots: readonly WantedBot[];
  readonly webhooks: readonly WantedWebhook[];
  /** null: the file does not contain them. */
  readonly hours: OpeningHours | null;
  readonly routing: RoutingConfig | null;
}

export interface Reading {
  readonly fault: (path: readonly Step[], message: string, rule?: string) => void;
  readonly secret: (at: readonly Step[], name: string, clear: string | undefined, fromEnv: string | undefined) => string | null;
  readonly unique: <T>(list: readonly T[], keyOf: (item: T) => string, again: (n: number, first: number) => void) => void;
}

/**
 * Parses departments, hours, bot providers, bots and webhooks of a file. Resolves secrets and fills
 * defaults.
 */
export function readIntegrations(config: ConfigFile, reading: Reading): WantedIntegrations {
  const { fault, unique } = reading;
  const hours = (form: HoursFields | undefined, at: readonly Step[]): OpeningHours | null => {
    if (form === undefined) return null;
    const read = parseHours(form);
    if (!("fault" in read)) return read.hours;
    fault([...at, ...read.part.split(".")], read.fault, "CORE-090");
    return null;
  };
  const departments = (config.departments ?? []).map((d, n) => ({
    name: d.name,
    operators: d.operators,
    hours: hours(d.working_hours as HoursFields | undefined, ["departments", n, "working_hours"]),
  }));
  unique(
    departments,
    (d) => d.name.toLowerCase(),
    (n, first) => fault(["departments", n, "name"], `is the name of departments[${first}] too`),
  );
  const providers = (config.bot_providers ?? []).map((p) => ({
    id: p.id,
    name: p.name,
    contact: p.contact ?? null,
    endpointUrl: p.endpoint_url ?? null,
    scope: p.scope ?? "service",
  }));
  unique(
    providers,
    (p) => p.id,
    (n, first) => fault(["bot_providers", n, "id"], `is the id of bot_providers[${first}] too`, "BOT-001"),
  );
  const bots = (config.bots ?? []).map((b, n) => bot(b, ["bots", n], reading));
  unique(
    bots,
    (b) => `${b.provider} ${b.token}`,
    (n, first) => fault(["bots", n], `has the same provider and token as bots[${first}]`, "BOT-003"),
  );
  const webhooks = (config.webhooks ?? []).map((w, n) => webhook(w, ["webhooks", n], reading));
  unique(
    webhooks,
    (w) => JSON.stringify(w),
    (n, first) => fault(["webhooks", n], `says the same as webhooks[${first}]`, "WH-001"),
  );
  return {
    departments,
    providers,
    bots,
    webhooks,
    hours: hours(config.working_hours as HoursFields | undefined, ["working_hours"]),
    routing: routingOf(config.routing, reading),
  };
}

function routingOf(form: ConfigFile["routing"], { fault }: Reading): RoutingConfig | null {
  if (form === undefined) return null;
  const read = parseRoutingFields(form);
  if ("routing" in read) return read.routing;
  fault(["routing", read.part], read.fault, "CORE-035");
  return null;
}

function bot(b: BotConfigFile, at: readonly Step[], { fault, secret }: Reading): WantedBot {
  const token = secret(at, "token", b.token, b.token_env);
  if (b.token === undefined && b.token_env === undefined) fault(at, "token or token_env is missing", "BOT-003");
  if (token !== null && !/^[\x21-\x7e]{1,255}$/.test(token))
    fault([...at, "token_env"], "must hold 1 to 255 visible ASCII characters", "BOT-003");
  const { authorization } = b;
  const within = [...at, "authorization"];
  const clientSecret = authorization ? secret(within, "client_secret", authorization.client_secret, authorization.client_secret_env) : null;
  if (authorization && authorization.client_secret === undefined && authorization.client_secret_env === undefined)
    fault(within, "client_secret or client_secret_env is missing", "BOT-031");
  return {
    provider: b.provider,
    token: token ?? "",
    name: b.name ?? null,
    photo: b.photo ?? null,
    endpointUrl: b.endpoint_url ?? null,
    channels: b.channels ?? null,
    enabled: b.enabled ?? true,
    secret: signing(b, at, { fault, secret }),
    inviteWaitS: b.invite_wait_s ?? 60,
    silentS: b.silent_s ?? 0,
    sendsChatClosed: b.sends_chat_closed ?? false,
    answersSettle: b.answers_settle ?? true,
    appendToken: b.append_token ?? true,
    authorization: authorization
      ? {
          tokenUrl: authorization.token_url,
          clientId: authorization.client_id,
          clientSecret: clientSecret ?? "",
          scope: authorization.scope ?? null,
          clientAuth: authorization.client_auth ?? "basic",
        }
      : null,
  };
}

function webhook(w: WebhookConfigFile, at: readonly Step[], { fault, secret }: Reading): WantedWebhook {
  const url = URL.parse(w.url);
  if (!url || url.username !== "" || url.password !== "")
    fault([...at, "url"], "must be an absolute http or https address without user and password", "WH-001");
  return {
    url: w.url,
    secret: signing(w, at, { fault, secret }),
    enabled: w.enabled ?? true,
    events: w.events ?? webhookEvents,
    channels: w.channels ?? null,
    blocks: w.blocks ?? [],
    name: w.name ?? "",
    ratingWaitS: w.rating_wait_s ?? defaultRatingWaitS,
  };
}

function signing(
  of: { readonly secret?: string; readonly secret_env?: string },
  at: readonly Step[],
  { fault, secret }: Pick<Reading, "fault" | "secret">,
): string | null {
  const read = secret(at, "secret", of.secret, of.secret_env);
  if (read !== null && !/^whsec_[A-Za-z0-9+/]{43}=$/.test(read))
    fault([...at, "secret_env"], "must hold whsec_ and 32 bytes in base64", "CORE-124");
  return read;
}
