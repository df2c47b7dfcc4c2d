import { createConnectionNotices } from "../../core/channel/connection-notice.ts";

/** Sentences about the connection of a gateway (CON-040). */
export const getNotice = createConnectionNotices({
  refused_address: "Parlour may not call the gateway: {reason}",
  wrong_definition: "The definition of the gateway is wrong: {reason}",
  sends: "Messages go to {host}. Write to a customer to try it: each message costs.",
  switched_off: "The channel is switched off.",
  write_now: "Send an SMS to {number} now, and test again.",
  receives: "The gateway has sent messages to Parlour.",
});
