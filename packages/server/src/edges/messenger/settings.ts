import type { GraphClient } from "../../connectors/meta/graph-client.ts";
import { requestTimeoutMs } from "../../connectors/meta/graph-client.ts";
import { toLine, toText } from "../../connectors/meta/values.ts";
import type {
  ConnectorCredentials,
  ConnectorSettings,
} from "../../core/channel/connector-settings.ts";
import { refuse } from "../../core/failure.ts";
import { toJsonObject, type JsonObject } from "../../http/body/json.ts";
import { getNotice } from "./notices.ts";
import type { Product } from "./products.ts";
import { readAnswer } from "./service/reply.ts";

export interface AccountDeps {
  readonly product: Product;
  readonly graph: GraphClient;
  /** Returns the token of the handshake for an app. */
  readonly verifyToken: (appId: string) => string;
}

export const getAppId = ({ settings }: ConnectorCredentials): string => toText(settings["app_id"]);
/** Returns the id of the page or the Instagram account, which webhooks name. */
export const getAccountId = ({ settings }: ConnectorCredentials): string =>
  toText(settings["account_id"]);

/** The page of a token, with its Instagram account. */
export const pagePath = "me?fields=id,name,instagram_business_account%7Bid,username%7D";

/** Returns the account of a page that is the channel. `id`: "" if the page has none. */
export function readAccount(
  { object }: Product,
  page: JsonObject,
): { readonly id: string; readonly name: string } {
  if (object === "page") return { id: toText(page["id"]), name: toLine(page["name"]) };
  const { id, username } = toJsonObject(page["instagram_business_account"]);
  return { id: toText(id), name: toLine(username) };
}

/** Returns the credentials of the app itself, which may read its subscriptions. */
export const asApp = ({ settings, secrets }: ConnectorCredentials): ConnectorCredentials => ({
  settings,
  secrets: {
    ...secrets,
    access_token: `${toText(settings["app_id"])}|${secrets["app_secret"] ?? ""}`,
  },
});

/**
 * Asks for the page of the token and for the app (ME-003). A wrong value is refused with its field.
 * Every request has a proof of the app secret.
 */
export async function prepareSettings(
  { product, graph, verifyToken }: AccountDeps,
  entered: ConnectorSettings,
): Promise<ConnectorSettings> {
  const trim = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, trimText(value)]));
  const settings: ConnectorSettings = {
    ...entered,
    settings: trim(entered.settings),
    secrets: trim(entered.secrets) as Record<string, string>,
  };
  if (!/^\d{5,32}$/.test(getAppId(settings)))
    refuse("invalid_request", "This id consists of digits.", { field: "settings.app_id" });
  const page = await read(graph, settings, { path: pagePath, field: "access_token" });
  await read(graph, asApp(settings), { path: `${getAppId(settings)}?fields=id`, field: "app_id" });
  const { id, name } = readAccount(product, page);
  if (id === "")
    refuse("invalid_request", getNotice("no_instagram").message, {
      field: "settings.access_token",
    });
  return {
    ...settings,
    settings: { ...settings.settings, account_id: id },
    info: { name, verify_token: verifyToken(getAppId(settings)) },
  };
}

const trimText = (value: unknown): unknown => (typeof value === "string" ? value.trim() : value);

async function read(
  graph: GraphClient,
  credentials: ConnectorCredentials,
  { path, field }: { readonly path: string; readonly field: string },
): Promise<JsonObject> {
  const answer = readAnswer(await graph.get(credentials, path, requestTimeoutMs));
  if (answer.kind === "ok") return answer.body;
  // The token of the app is no field. It consists of the id and the secret.
  const known = field === "app_id" ? null : answer.field;
  return refuse("invalid_request", answer.notice.message, { field: `settings.${known ?? field}` });
}
