import type { ApiError } from "@parlour/client";
import type { Bot } from "@parlour/protocol/api";
import type { Condition } from "@parlour/protocol/conditions/condition";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { BotHours } from "@parlour/protocol/settings/kinds/bots/bot";
import { findConditionError } from "../../../ui/conditions/edit-tree.ts";
import { getLoadedFacts } from "../../../ui/conditions/use-fact-catalogue.ts";
import { t as shared } from "../text.ts";
import { t } from "./text.ts";

/** Form values of a bot (BOT-003). Numbers are stored as text until they are sent. */
export interface BotFormValues {
  provider_id: string;
  name: string;
  photo: string;
  /** Token. An empty text keeps the stored token. */
  token: string;
  endpoint_url: string;
  /** Ids of the channels, or null for all channels. */
  channels: number[] | null;
  if: Condition;
  hours: BotHours;
  precedence: string;
  invite_wait_s: string;
  silent_s: string;
  sends_chat_closed: boolean;
  sends_button_text: boolean;
  answers_settle: boolean;
  append_token: boolean;
  authorized: boolean;
  token_url: string;
  client_id: string;
  client_secret: string;
  scope: string;
  client_auth: "basic" | "body";
}

export const getBotLabels = (): Record<keyof BotFormValues, string> => ({
  provider_id: t("bot.provider"),
  name: t("bot.name"),
  photo: t("bot.photo"),
  token: t("bot.token"),
  endpoint_url: t("bot.url"),
  channels: t("bot.channels"),
  if: t("bot.if"),
  hours: t("bot.hours"),
  precedence: t("bot.precedence"),
  invite_wait_s: t("bot.invite"),
  silent_s: t("bot.silent"),
  sends_chat_closed: t("bot.closed"),
  sends_button_text: t("bot.button_text"),
  answers_settle: t("bot.answers_settle"),
  append_token: t("bot.append_token"),
  authorized: t("bot.auth"),
  token_url: t("bot.auth.url"),
  client_id: t("bot.auth.id"),
  client_secret: t("bot.auth.secret"),
  scope: t("bot.auth.scope"),
  client_auth: t("bot.auth.how"),
});

export const emptyBot: BotFormValues = {
  provider_id: "",
  name: "",
  photo: "",
  token: "",
  endpoint_url: "",
  channels: null,
  if: { all: [] },
  hours: "always",
  precedence: "0",
  invite_wait_s: "60",
  silent_s: "0",
  sends_chat_closed: false,
  sends_button_text: false,
  answers_settle: true,
  append_token: true,
  authorized: false,
  token_url: "",
  client_id: "",
  client_secret: "",
  scope: "",
  client_auth: "basic",
};

export function toFormValues(bot: Bot): BotFormValues {
  const auth = bot.authorization;
  return {
    provider_id: bot.provider.id,
    name: bot.name,
    photo: bot.photo ?? "",
    token: "",
    endpoint_url: bot.endpoint_url,
    channels: bot.channels === null ? null : bot.channels.toSorted((a, b) => a - b),
    if: bot.if,
    hours: bot.hours as BotHours,
    precedence: String(bot.precedence),
    invite_wait_s: String(bot.invite_wait_s),
    silent_s: String(bot.silent_s),
    sends_chat_closed: bot.sends_chat_closed,
    sends_button_text: bot.sends_button_text,
    answers_settle: bot.answers_settle,
    append_token: bot.append_token,
    authorized: auth !== null,
    token_url: auth?.token_url ?? "",
    client_id: auth?.client_id ?? "",
    client_secret: "",
    scope: auth?.scope ?? "",
    client_auth: auth?.client_auth ?? "basic",
  };
}

const isUrl = (text: string) => /^https?:\/\/./i.test(text.trim()) && URL.canParse(text.trim());
const isWholeNumber = (text: string, min: number, max: number) =>
  /^\d{1,6}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;
/** False: the field has no error. */
type BotErrors = Partial<Record<keyof BotFormValues, string | false>>;
const isAbsent = (text: string) => text.trim() === "";

/**
 * Returns the errors by field before anything is sent. The server validates again. If `isExisting`
 * is true, token and secret may be empty.
 */
export function validateBot(
  values: BotFormValues,
  isExisting: boolean,
): Partial<Record<keyof BotFormValues, string>> {
  const errors: BotErrors = {
    provider_id: !isExisting && values.provider_id === "" && t("bot.provider.missing"),
    name: (isAbsent(values.name) || Array.from(values.name).length > 100) && t("bot.name.missing"),
    photo: !isAbsent(values.photo) && !isUrl(values.photo) && t("bot.url.missing"),
    token:
      !(isExisting && values.token === "") &&
      !/^[\x21-\x7e]{1,255}$/.test(values.token) &&
      t("bot.token.missing"),
    endpoint_url: !isUrl(values.endpoint_url) && t("bot.url.missing"),
    channels: values.channels?.length === 0 && shared("pick.missing"),
    ...findConditionError(values.if, getLoadedFacts("chat")),
    precedence: !isWholeNumber(values.precedence, 0, 100) && t("bot.precedence.wrong"),
    invite_wait_s: !isWholeNumber(values.invite_wait_s, 10, 600) && t("bot.invite.wrong"),
    silent_s: !isWholeNumber(values.silent_s, 0, 86_400) && t("bot.silent.wrong"),
    ...(values.authorized && findAuthorizationErrors(values, isExisting)),
  };
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== false));
}

const findAuthorizationErrors = (values: BotFormValues, isExisting: boolean): BotErrors => ({
  token_url: !isUrl(values.token_url) && t("bot.url.missing"),
  client_id: isAbsent(values.client_id) && t("bot.auth.missing"),
  client_secret: !isExisting && values.client_secret === "" && t("bot.auth.missing"),
});

/** Who runs a new bot: the account itself (BOT-108), or a provider (BOT-001). */
export type NewBotKind = "own" | "provider";

/**
 * Returns the errors of a new bot by field. An own bot has no provider, and its token is generated.
 */
export function validateNewBot(
  values: BotFormValues,
  kind: NewBotKind,
): ReturnType<typeof validateBot> {
  const { provider_id, token, ...errors } = validateBot(values, false);
  return kind === "own"
    ? errors
    : {
        ...errors,
        ...omitAbsent({ provider_id: provider_id || undefined, token: token || undefined }),
      };
}

/** Returns the request body of a new bot. An own bot is called at its URL as it is. */
export function toNewBotBody(values: BotFormValues, kind: NewBotKind): Record<string, unknown> {
  if (kind === "provider") return toRequestBody(values, null);
  return {
    name: values.name.trim(),
    endpoint_url: values.endpoint_url.trim(),
    channels: values.channels,
    append_token: false,
  };
}

/**
 * Returns the request body. It contains the changed fields of an existing bot, or all fields of a
 * new bot (`changed` is null).
 */
export function toRequestBody(
  values: BotFormValues,
  changed: readonly (keyof BotFormValues)[] | null,
): Record<string, unknown> {
  const authorization = {
    token_url: values.token_url.trim(),
    client_id: values.client_id.trim(),
    client_secret: values.client_secret || undefined,
    scope: values.scope.trim() || null,
    client_auth: values.client_auth,
  };
  const body: Readonly<Record<string, unknown>> = {
    ...values,
    name: values.name.trim(),
    photo: values.photo.trim() || null,
    token: values.token || undefined,
    endpoint_url: values.endpoint_url.trim(),
    precedence: Number(values.precedence),
    invite_wait_s: Number(values.invite_wait_s),
    silent_s: Number(values.silent_s),
    authorization: values.authorized ? authorization : null,
  };
  const toField = (name: string) =>
    name === "authorized" || Object.hasOwn(authorization, name) ? "authorization" : name;
  const fields = (changed ?? Object.keys(emptyBot)).map(toField);
  return Object.fromEntries(fields.map((name) => [name, body[name]]));
}

/** Returns the form field that a server error belongs to, or null. */
export function mapBotErrorField(error: ApiError): keyof BotFormValues | null {
  if (error.code === "private_address" && !error.field?.includes("token_url"))
    return "endpoint_url";
  const [firstSegment = "", secondSegment = ""] = (error.field ?? "").split(/[./[]/);
  const name = firstSegment === "authorization" ? secondSegment || "authorized" : firstSegment;
  return name in emptyBot ? (name as keyof BotFormValues) : null;
}
