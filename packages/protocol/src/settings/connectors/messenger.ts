import { defineConnector } from "./connector-settings.ts";

/** Messenger and Instagram: an app of Meta, and a page that it serves. */
export const messenger = defineConnector({
  fields: {
    app_id: { type: "text", min: 1, max: 40, needs: "addresses" },
    app_secret: { type: "credential", min: 1, max: 200, needs: "addresses" },
    access_token: { type: "credential", min: 1, max: 1000, needs: "addresses" },
    /** Id of the page or the Instagram account. Parlour asks Meta for it. */
    account_id: { type: "text", min: 1, max: 40, default: null, needs: "addresses" },
  },
});
