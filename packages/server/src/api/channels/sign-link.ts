import { createHmac } from "node:crypto";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { IdParams, SignedLink, SignedLinkRequest } from "@parlour/protocol/api";
import type { FastifyInstance } from "fastify";
import { mustMaskText } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { getChatPageUrl } from "../../http/base-url.ts";
import { toSignedKey } from "../../http/secret.ts";
import { type ChannelRecord, findChannel } from "../../store/settings/channels/channel.ts";
import { changeSettings } from "../kit/change-settings.ts";
import { declareRoute, type ResourceRequestContext } from "../kit/declare-route.ts";
import { parseId, requireFound } from "../kit/ids.ts";
import type { ChannelDeps } from "./load-channel.ts";

/** Longest lifetime of the token of a user, in s (WG-047). */
const maxUserSeconds = 86_400;
/** Most characters of a user token (WG-046). */
const maxTokenLength = 1_024;
/** Most characters of a link, so that browsers, proxies and messengers pass it on. */
const maxUrlLength = 4_000;

/** Registers the route that signs a link to the chat page (API-573). */
export function signLinkRoute(app: FastifyInstance, deps: ChannelDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/channels/:id/signed-links",
    fresh: true,
    action: "channels.sign",
    tag: "channels",
    summary: "Sign a link to the chat page of a widget",
    params: IdParams,
    body: SignedLinkRequest,
    status: 200,
    answer: SignedLink,
    handle: (context) => signLink(deps, context),
  });
}

async function signLink(
  deps: ChannelDeps,
  context: ResourceRequestContext<SignedLinkRequest>,
): Promise<SignedLink> {
  const { principal, params, body } = context;
  // The token of a user opens the chat of that visitor (CORE-303).
  if (mustMaskText(principal))
    refuse(
      "forbidden",
      `The role ${principal.role} cannot read messages, so it cannot sign links.`,
    );
  const id = parseId(params.id, "channel");
  const row = requireFound(await findChannel(deps.reader, principal.accountId, id), "channel");
  if (row.kind !== "widget") refuse("not_found", "Only a site widget has a chat page.");
  const link = buildLink(deps, row, body);
  return changeSettings(deps, context, "channel.sign_link", () =>
    Promise.resolve({ result: link, changed: [], target: describeLink(id, body) }),
  );
}

function buildLink(
  { secrets, urls, clock }: ChannelDeps,
  row: ChannelRecord,
  { user, fields = {}, valid_s }: SignedLinkRequest,
): SignedLink {
  const hasFields = Object.keys(fields).length > 0;
  if (user === undefined && !hasFields)
    refuse("invalid_request", "Send fields, a user, or both.", { field: "fields" });
  if (user !== undefined && valid_s !== undefined && valid_s > maxUserSeconds)
    refuse("invalid_request", "A link with a user is valid for at most 24 hours.", {
      field: "valid_s",
    });
  const sealed = row.secrets["identity_secret"];
  if (sealed === undefined)
    refuse("not_available", "Signed identity of this widget is off. Create its secret first.");
  const secret = secrets.open(sealed.stored);
  const seconds = valid_s ?? (user === undefined ? undefined : maxUserSeconds);
  const exp = seconds === undefined ? undefined : Math.floor(clock.now() / 1_000) + seconds;
  const aud = row.values.public_id;
  const signedFields = hasFields ? signClaims({ aud, exp, fields }, secret) : null;
  const userToken = user === undefined ? null : signClaims(toUserClaims(user, aud, exp), secret);
  if (userToken !== null && userToken.length > maxTokenLength)
    refuse("invalid_request", "The data of the user is too long.", { field: "user" });
  const url = new URL(getChatPageUrl(urls.widgetBase(), aud));
  if (userToken !== null) url.searchParams.set("user_token", userToken);
  if (signedFields !== null) url.searchParams.set("fields", signedFields);
  if (url.href.length > maxUrlLength)
    refuse("invalid_request", "The fields are too long for a link.", { field: "fields" });
  return {
    url: url.href,
    fields: signedFields,
    user_token: userToken,
    expires_at: exp === undefined ? null : new Date(exp * 1_000).toISOString(),
  };
}

const toUserClaims = (
  { id, ...contacts }: NonNullable<SignedLinkRequest["user"]>,
  aud: string,
  exp: number | undefined,
) => ({ aud, exp, sub: id, ...contacts });

/** Returns a JWT of the claims, signed with HS256. Absent claims are left out. */
function signClaims(claims: object, secret: string): string {
  const encode = (value: object): string =>
    Buffer.from(JSON.stringify(value)).toString("base64url");
  const content = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(omitAbsent(claims))}`;
  return `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
}

/** Describes the link for the audit log, by the key of the visitor and without values. */
function describeLink(id: number, { user, fields = {} }: SignedLinkRequest): string {
  const names = Object.keys(fields).join(", ");
  return [
    `channel ${id}`,
    ...(user === undefined ? [] : [`visitor ${toSignedKey(user.id)}`]),
    ...(names === "" ? [] : [`fields ${names}`]),
  ].join(": ");
}
