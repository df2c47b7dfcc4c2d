import { defineConnector } from "./connector-settings.ts";

export const whatsapp = defineConnector({
  fields: {
    phone_number_id: { type: "text", min: 1, max: 40, needs: "addresses" },
    waba_id: { type: "text", min: 1, max: 40, needs: "addresses" },
    access_token: { type: "credential", min: 1, max: 1000, needs: "addresses" },
    app_secret: { type: "credential", min: 1, max: 200, needs: "addresses" },
  },
});
