import {
  createConnectionNotices,
  type ConnectionNotice,
} from "../../core/channel/connection-notice.ts";
import type { FailedResult } from "./service/reply.ts";

/** Sentences about the connection of a bot (CON-040, CON-041). */
export const getNotice = createConnectionNotices({
  unreachable: "Viber cannot be reached: {reason}",
  token_refused: "Viber does not accept the token. Enter the one that Viber shows now.",
  refused: "Viber refused the request: {reason}",
  not_reached: "Viber cannot reach {address}. It needs https with a trusted certificate.",
  needs_https: "Viber needs a public address with https. Set PUBLIC_URL.",
  sends: "Parlour can send as {bot}.",
  receives: "Viber reaches {address}.",
});

/** Explains why the service does not answer, or refuses a request. */
export function explainFailure(result: FailedResult): ConnectionNotice {
  if (result.kind === "unavailable") return getNotice("unreachable", { reason: result.message });
  if (result.status === 2) return getNotice("token_refused");
  return getNotice("refused", { reason: result.description });
}
