import type {
  ConnectorCredentials,
  ConnectorSettings,
} from "../../core/channel/connector-settings.ts";
import { refuse } from "../../core/failure.ts";
import { toJsonObjects } from "../../http/body/json.ts";
import { toLine, toText } from "../../connectors/meta/values.ts";
import { requestTimeoutMs, type GraphClient } from "../../connectors/meta/graph-client.ts";
import { readAnswer } from "./service/read-answer.ts";

export interface PrepareSettingsDeps {
  readonly graph: GraphClient;
  /** Returns the token of the handshake for a phone number. */
  readonly verifyToken: (phoneNumberId: string) => string;
}

/** Returns the id of the phone number of a channel. */
export const getNumberId = ({ settings }: ConnectorCredentials): string =>
  toText(settings["phone_number_id"]);
/** Returns the id of the business account of a channel. */
export const getAccountId = ({ settings }: ConnectorCredentials): string =>
  toText(settings["waba_id"]);

/**
 * Asks for the phone number and the numbers of the business account. A wrong value is refused with
 * its field. The app secret is checked too, because every request has a proof of it.
 */
export async function prepareSettings(
  { graph, verifyToken }: PrepareSettingsDeps,
  entered: ConnectorSettings,
): Promise<ConnectorSettings> {
  const trim = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === "string" ? (value.trim() as T) : value,
      ]),
    );
  const settings = { ...entered, settings: trim(entered.settings), secrets: trim(entered.secrets) };
  for (const name of ["phone_number_id", "waba_id"])
    if (!/^\d{5,32}$/.test(toText(settings.settings[name])))
      refuse("invalid_request", "This id consists of digits.", { field: `settings.${name}` });
  const number = await read(graph, settings, {
    path: `${getNumberId(settings)}?fields=id,display_phone_number,verified_name`,
    field: "phone_number_id",
  });
  const list = await read(graph, settings, {
    path: `${getAccountId(settings)}/phone_numbers?fields=id&limit=100`,
    field: "waba_id",
  });
  if (!toJsonObjects(list["data"]).some(({ id }) => toText(id) === getNumberId(settings)))
    refuse("invalid_request", "This business account does not have the phone number.", {
      field: "settings.waba_id",
    });
  return {
    ...settings,
    info: {
      phone_number: toLine(number["display_phone_number"]),
      verified_name: toLine(number["verified_name"]),
      verify_token: verifyToken(getNumberId(settings)),
    },
  };
}

async function read(
  graph: GraphClient,
  settings: ConnectorCredentials,
  { path, field }: { readonly path: string; readonly field: string },
): Promise<Readonly<Record<string, unknown>>> {
  const answer = readAnswer(await graph.get(settings, path, requestTimeoutMs));
  if (answer.kind === "ok") return answer.body;
  return refuse("invalid_request", answer.notice.message, {
    field: `settings.${answer.field ?? field}`,
  });
}
