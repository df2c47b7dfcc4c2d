import type { ConnectorChannel } from "../../connectors/connector-channel.ts";
import type {
  ConnectorCredentials,
  ConnectorSettings,
} from "../../core/channel/connector-settings.ts";
import { refuse } from "../../core/failure.ts";
import { toLabel, toText } from "./format/values.ts";
import type { ViberApi } from "./service/client.ts";

/** Maximum length of the name of a sender. */
const maxNameLength = 28;

/** Returns the authentication token of a channel. */
export const getToken = ({ secrets }: ConnectorCredentials): string => secrets["auth_token"] ?? "";
/** Returns what the bot says to a visitor who opens it, or "". */
export const getGreeting = ({ settings }: ConnectorChannel): string =>
  toText(settings["greeting"]).trim();
/** Returns the name under which messages of a channel arrive. */
export const getSenderName = ({ info, name }: ConnectorChannel): string =>
  Array.from(toLabel(info, "name") || name)
    .slice(0, maxNameLength)
    .join("");

/**
 * Checks the token by asking Viber for the bot (VB-001). Rejects with Refusal `invalid_request` if
 * Viber does not know the token, and `temporarily_unavailable` if it cannot be asked.
 */
export async function prepareSettings(
  api: ViberApi,
  { settings, secrets }: ConnectorSettings,
): Promise<ConnectorSettings> {
  const token = getToken({ settings, secrets }).trim();
  if (!/^[\w-]{20,100}$/.test(token))
    refuse("invalid_request", "This is not a token. Viber shows it under Edit Info.", {
      field: tokenField,
    });
  const result = await api.call(token, "get_account_info");
  if (result.kind === "unavailable")
    refuse("temporarily_unavailable", `Viber cannot be reached: ${result.message}`, {
      field: tokenField,
      retryAfterMs: 5_000,
    });
  if (result.kind === "refused")
    refuse(
      "invalid_request",
      result.status === 2
        ? "Viber does not know this token. Copy it again."
        : `Viber refused the token: ${result.description}`,
      { field: tokenField },
    );
  const { fields } = result;
  return {
    settings,
    secrets: { auth_token: token },
    info: {
      bot_id: toLabel(fields, "id"),
      uri: toLabel(fields, "uri"),
      name: toLabel(fields, "name"),
    },
  };
}
const tokenField = "settings.auth_token";
