import { createConnectionNotices } from "../../core/channel/connection-notice.ts";

/** The service, as error texts name it. */
export const serviceName = "WhatsApp";

/** Sentences about the connection of a phone number (CON-040, CON-041). */
export const getNotice = createConnectionNotices({
  unreachable: "WhatsApp did not answer: {reason}",
  status: "WhatsApp answered with status {status}.",
  refused: "WhatsApp: {reason}",
  needs_https: "WhatsApp needs a public address with https. Set PUBLIC_URL.",
  sends: "Parlour can send from {phone}.",
  sends_as: "Parlour can send from {phone} ({name}).",
  receives: "WhatsApp reaches {address}.",
});
