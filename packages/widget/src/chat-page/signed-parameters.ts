import type { ChatPageData } from "@parlour/protocol/settings/widget-settings";
import { getUsableStorage } from "../storage.ts";

export interface SignedParameters {
  /** The token of a signed identity (WG-047). The server verifies it with the first frame. */
  readonly userToken: string | null;
  /** Values that the server has read from the signed parameter `fields`. */
  readonly fields: ChatPageData["fields"];
}

/**
 * Takes the signed parameters out of the address, so that nobody passes them on with it (WG-303).
 * The tab keeps them for a reload. An unsigned token has no effect.
 */
export function takeSignedParameters(
  { id, signed }: ChatPageData["face"],
  fields: ChatPageData["fields"],
): SignedParameters {
  const storage = getUsableStorage(() => sessionStorage);
  const key = `parlour:${id}:signed`;
  const url = new URL(location.href);
  const token = url.searchParams.get("user_token");
  const isGiven = token !== null || url.searchParams.has("fields");
  if (!isGiven) return readStored(storage?.getItem(key));
  const parameters = { userToken: signed === true ? token : null, fields };
  for (const name of ["user_token", "fields"]) url.searchParams.delete(name);
  history.replaceState(null, "", url);
  storage?.setItem(key, JSON.stringify(parameters));
  return parameters;
}

const readStored = (text: string | null | undefined): SignedParameters =>
  text ? (JSON.parse(text) as SignedParameters) : { userToken: null, fields: null };
