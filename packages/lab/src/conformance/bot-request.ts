import type { IncomingMessage } from "node:http";
import { bad, type Refusal } from "./bot-event.ts";

/**
 * The address that conformance serves (BOT-010). `accessToken`: the token that the bot must send,
 * or null without authorization.
 */
export interface ServedAddress {
  readonly provider: string;
  readonly token: string;
  readonly accessToken: string | null;
}
const modeOf = (accessToken: string | null): string => (accessToken === null ? "webhooks" : "providers");

export function pathOf({ provider, token, accessToken }: ServedAddress): string {
  return `/bot/${modeOf(accessToken)}/${provider}/${encodeURIComponent(token)}`;
}

/**
 * Validates a request before its JSON is parsed: address, method, authorization, type and size
 * (BOT-010, BOT-013, BOT-035, BOT-036).
 */
export function requestFault(request: IncomingMessage, body: string | null, served: ServedAddress): Refusal | null {
  const path = pathOf(served);
  const called = (request.url ?? "/").split("?")[0] ?? "/";
  if (!/^\/bot\/(?:webhooks|providers)\/[^/]+\/[^/]+$/.test(called))
    return { ...bad("BOT-010", `posted to ${called}`, `Post to ${path}, below the address given.`), status: 404, code: "not_found" };
  if (request.method !== "POST") return { ...bad("BOT-081", `method ${request.method}`, "Send POST."), status: 405 };
  if (decodeURIComponent(called.split("/").slice(3).join("/")) !== `${served.provider}/${served.token}`)
    return { ...bad("BOT-010", "another provider id or token in the path", `Post to ${path}.`), status: 401, code: "invalid_client" };
  const wrong = authorizationFault(request, called, served.accessToken);
  if (wrong !== null) return { ...wrong, status: 401, code: "unauthorized_client" };
  const type = (request.headers["content-type"] ?? "application/json").split(";")[0]?.trim().toLowerCase() ?? "";
  if (!/^application\/(?:json|[\w.-]+\+json)$/.test(type))
    return { ...bad("BOT-013", `Content-Type ${type}`, "Send application/json."), status: 415 };
  if (body === null || Buffer.byteLength(body) > 262_144) return { ...bad("BOT-013", "a body over 256 KiB", "Send less."), status: 413 };
  return null;
}

function authorizationFault(request: IncomingMessage, called: string, wanted: string | null): Refusal | null {
  if (!called.startsWith(`/bot/${modeOf(wanted)}/`))
    return bad(
      "BOT-036",
      `posted to ${called.split("/").slice(0, 3).join("/")}/…`,
      wanted === null
        ? "Without authorization only /webhooks/… is valid (give --access-token when the bot uses it)."
        : "With authorization only /providers/… is valid.",
    );
  if (wanted === null) return null;
  const given = (request.headers.authorization ?? "").replace(/^bearer /i, "");
  return given === wanted ? null : bad("BOT-035", "Authorization is missing or another token", "Send back the access token you were sent.");
}
