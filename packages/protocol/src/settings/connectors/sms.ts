import { defineConnector } from "./connector-settings.ts";

export const sms = defineConnector({
  fields: {
    /** A preset, or `own`: the gateway of `definition`. */
    gateway: {
      type: "choice",
      values: ["twilio", "vonage", "generic", "own"],
      needs: "addresses",
    },
    /** The number or the name from which messages come. */
    sender: { type: "text", min: 1, max: 30, needs: "addresses" },
    account: { type: "text", max: 200, default: null, needs: "addresses" },
    secret: { type: "credential", min: 0, max: 500, default: null, needs: "addresses" },
    /** Value of `{address}`, of which the preset `generic` has the whole address. */
    address: {
      type: "text",
      max: 1000,
      default: null,
      shownIf: { field: "gateway", is: "generic" },
      needs: "addresses",
    },
    /** The gateway as JSON (SMS-002). */
    definition: {
      type: "text",
      max: 8000,
      lines: true,
      default: null,
      shownIf: { field: "gateway", is: "own" },
      needs: "addresses",
    },
    /** Proves requests of the gateway, if its definition says how. */
    inbound_password: {
      type: "credential",
      min: 0,
      max: 500,
      default: null,
      shownIf: { field: "gateway", is: "own" },
      needs: "addresses",
    },
  },
});
