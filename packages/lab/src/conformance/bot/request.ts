import type { IncomingMessage } from "node:http";
import { createBotEventRefusal, type BotEventRefusal } from "./event.ts";

/** `accessToken`: what the bot must send, or null without authorization (BOT-010). */
export interface ServedAddress {
  readonly provider: string;
  readonly token: string;
  readonly accessToken: string | null;
}
const authorizationMode = (accessToken: string | null): string =>
  accessToken === null ? "webhooks" : "providers";

export function getServedPath({ provider, token, accessToken }: ServedAddress): string {
  return `/bot/${authorizationMode(accessToken)}/${provider}/${encodeURIComponent(token)}`;
}

/** Validates address, method, authorization, type, size (BOT-010, BOT-013, BOT-035, BOT-036). */
export function validateRequest(
  request: IncomingMessage,
  body: string | null,
  servedAddress: ServedAddress,
): BotEventRefusal | null {
  const path = getServedPath(servedAddress);
  const requestPath = (request.url ?? "/").split("?")[0] ?? "/";
  if (!/^\/bot\/(?:webhooks|providers)\/[^/]+\/[^/]+$/.test(requestPath))
    return {
      ...createBotEventRefusal(
        "BOT-010",
        `posted to ${requestPath}`,
        `Post to ${path}, below the address given.`,
      ),
      status: 404,
      code: "not_found",
    };
  if (request.method !== "POST")
    return {
      ...createBotEventRefusal("BOT-081", `method ${request.method}`, "Send POST."),
      status: 405,
    };
  if (
    decodeURIComponent(requestPath.split("/").slice(3).join("/")) !==
    `${servedAddress.provider}/${servedAddress.token}`
  )
    return {
      ...createBotEventRefusal(
        "BOT-010",
        "another provider id or token in the path",
        `Post to ${path}.`,
      ),
      status: 401,
      code: "invalid_client",
    };
  const refusal = validateAuthorization(request, requestPath, servedAddress.accessToken);
  if (refusal !== null) return { ...refusal, status: 401, code: "unauthorized_client" };
  const type =
    (request.headers["content-type"] ?? "application/json").split(";")[0]?.trim().toLowerCase() ??
    "";
  if (!/^application\/(?:json|[\w.-]+\+json)$/.test(type))
    return {
      ...createBotEventRefusal("BOT-013", `Content-Type ${type}`, "Send application/json."),
      status: 415,
    };
  if (body === null || Buffer.byteLength(body) > 262_144)
    return {
      ...createBotEventRefusal("BOT-013", "a body over 256 KiB", "Send less."),
      status: 413,
    };
  return null;
}

function validateAuthorization(
  request: IncomingMessage,
  requestPath: string,
  expectedToken: string | null,
): BotEventRefusal | null {
  if (!requestPath.startsWith(`/bot/${authorizationMode(expectedToken)}/`))
    return createBotEventRefusal(
      "BOT-036",
      `posted to ${requestPath.split("/").slice(0, 3).join("/")}/…`,
      expectedToken === null
        ? "Without authorization only /webhooks/… is valid (give --access-token when the bot uses it)."
        : "With authorization only /providers/… is valid.",
    );
  if (expectedToken === null) return null;
  const sentToken = (request.headers.authorization ?? "").replace(/^bearer /i, "");
  return sentToken === expectedToken
    ? null
    : createBotEventRefusal(
        "BOT-035",
        "Authorization is missing or another token",
        "Send back the access token you were sent.",
      );
}
