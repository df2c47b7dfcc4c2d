import type { ConnectorChannel } from "../../connectors/connector-channel.ts";
import type { ConnectorSettings } from "../../core/channel/connector-settings.ts";
import { refuse } from "../../core/failure.ts";
import type { TelegramApi } from "./service/client.ts";
import { toJsonObject } from "../../http/body/json.ts";
import { toInteger, toText } from "./format/values.ts";

type Secrets = Pick<ConnectorChannel, "secrets">;

/** Returns the bot token of a channel. */
export const getToken = ({ secrets }: Secrets): string => secrets["bot_token"] ?? "";
/** Returns the id of the bot, which is the first part of its token. */
export const getBotId = (channel: Secrets): number => Number(getToken(channel).split(":")[0]);
/** Returns what the bot says to a new visitor, or "". */
export const getGreeting = ({ settings }: ConnectorChannel): string =>
  toText(settings["greeting"]).trim();
const tokenPattern = /^[1-9]\d{4,14}:[\w-]{30,100}$/;
const maxUsernameLength = 64;

/**
 * Checks the token by asking Telegram for the bot (TG-001). Rejects with Refusal `invalid_request`
 * if Telegram does not know the token, and `temporarily_unavailable` if it cannot be asked.
 */
export async function prepareSettings(
  api: TelegramApi,
  { settings, secrets }: ConnectorSettings,
): Promise<ConnectorSettings> {
  const token = (secrets["bot_token"] ?? "").trim();
  if (!tokenPattern.test(token))
    refuse(
      "invalid_request",
      "This is not a bot token. BotFather shows it after /newbot, for example 123456789:AAE….",
      { field: tokenField },
    );
  const result = await api.call(token, "getMe");
  if (result.kind === "unavailable")
    refuse("temporarily_unavailable", `Telegram cannot be reached: ${result.message}`, {
      field: tokenField,
      retryAfterMs: 5_000,
    });
  if (result.kind === "refused")
    refuse(
      "invalid_request",
      result.status === 401 || result.status === 404
        ? "Telegram does not know this token. Copy it again from BotFather."
        : `Telegram refused the token: ${result.description}`,
      { field: tokenField },
    );
  const bot = toJsonObject(result.result);
  const botId = toInteger(bot["id"]);
  if (botId !== getBotId({ secrets: { bot_token: token } }))
    refuse("invalid_request", "Telegram described another bot.", { field: tokenField });
  return {
    settings,
    secrets: { bot_token: token },
    info: {
      bot_id: botId,
      username: toText(bot["username"], maxUsernameLength),
      name: toText(bot["first_name"], maxUsernameLength),
    },
  };
}
const tokenField = "settings.bot_token";
