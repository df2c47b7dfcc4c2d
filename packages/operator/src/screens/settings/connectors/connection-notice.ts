import type { Channel, ConnectionNotice } from "@parlour/protocol";
import { findText } from "../../../text/index.ts";

/**
 * Returns a sentence about the connection of a channel in the language of the operator (CON-040,
 * CON-041). Each kind has its sentences in its text.ts. One that this release does not know is in
 * English.
 */
export const describeConnection = (
  kind: Channel["kind"],
  { code, values, message }: ConnectionNotice,
): string => findText(`${kind}.notice.${code}`, values) ?? message;
