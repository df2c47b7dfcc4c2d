import type { InstallationPort } from "../../../connectors/ports.ts";

/** Returns the value of `X-Parlour-Mail` in the mails of a channel (MAIL-064). */
export type DeriveMarker = (channel: { readonly publicId: string }) => string;

const markerLength = 24;

/**
 * Creates the markers. Everybody who gets a mail of the channel reads its marker, so it reveals
 * neither the public id nor any other value that a request can use.
 */
export const createMarkers =
  (derive: InstallationPort["derive"]): DeriveMarker =>
  ({ publicId }) =>
    derive(`mail marker ${publicId}`).toString("base64url").slice(0, markerLength);
