import { defineConnector } from "./connector-settings.ts";

export const telegram = defineConnector({
  fields: {
    bot_token: { type: "credential", min: 1, max: 200, needs: "addresses" },
    /** What the bot sends to a visitor who opens it for the first time. */
    greeting: { type: "text", max: 1000, lines: true, default: null, needs: null },
  },
});
