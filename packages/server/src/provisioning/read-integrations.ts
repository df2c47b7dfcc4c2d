import type { BotConfigFile, ConfigFile } from "@parlour/protocol/config";
import { readSigningSecret } from "../settings/integrations/signing-secret.ts";
import type { FileHelpers } from "../settings/resource.ts";
import type { PathStep } from "./document.ts";

export interface DesiredProvider {
  readonly id: string;
  readonly name: string;
  readonly contact: string | null;
  readonly endpointUrl: string | null;
  readonly scope: "service" | "account";
}
export interface DesiredBot {
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
export interface DesiredIntegrations {
  readonly providers: readonly DesiredProvider[];
  readonly bots: readonly DesiredBot[];
}

/**
 * Parses bot providers and bots of a file. Resolves secrets and fills defaults.
 */
export function parseIntegrations(config: ConfigFile, helpers: FileHelpers): DesiredIntegrations {
  const { reportError, unique } = helpers;
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
    (n, first) =>
      reportError(
        ["bot_providers", n, "id"],
        `has the same id as bot_providers[${first}]`,
        "BOT-001",
      ),
  );
  const bots = (config.bots ?? []).map((b, n) => parseBot(b, ["bots", n], helpers));
  unique(
    bots,
    (b) => `${b.provider} ${b.token}`,
    (n, first) =>
      reportError(["bots", n], `has the same provider and token as bots[${first}]`, "BOT-003"),
  );
  return { providers, bots };
}

function parseBot(b: BotConfigFile, at: readonly PathStep[], helpers: FileHelpers): DesiredBot {
  const { reportError, secret } = helpers;
  const token = secret(at, "token", b.token, b.token_env);
  if (b.token === undefined && b.token_env === undefined)
    reportError(at, "token or token_env is missing", "BOT-003");
  if (token !== null && !/^[\x21-\x7e]{1,255}$/.test(token))
    reportError([...at, "token_env"], "must be 1 to 255 visible ASCII characters", "BOT-003");
  const { authorization } = b;
  const authorizationPath = [...at, "authorization"];
  const clientSecret = authorization
    ? secret(
        authorizationPath,
        "client_secret",
        authorization.client_secret,
        authorization.client_secret_env,
      )
    : null;
  if (
    authorization &&
    authorization.client_secret === undefined &&
    authorization.client_secret_env === undefined
  )
    reportError(authorizationPath, "client_secret or client_secret_env is missing", "BOT-031");
  return {
    provider: b.provider,
    token: token ?? "",
    name: b.name ?? null,
    photo: b.photo ?? null,
    endpointUrl: b.endpoint_url ?? null,
    channels: b.channels ?? null,
    enabled: b.enabled ?? true,
    secret: readSigningSecret(b, at, helpers),
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
