import { defineConnector } from "./connector-settings.ts";

export const viber = defineConnector({
  fields: {
    auth_token: { type: "credential", min: 1, max: 200, needs: "addresses" },
    /** What Viber shows to a visitor who opens the bot. */
    greeting: { type: "text", max: 1000, lines: true, default: null, needs: null },
  },
});
