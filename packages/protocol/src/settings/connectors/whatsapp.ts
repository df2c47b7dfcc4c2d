import { Type } from "typebox";
import { defineConnector } from "./connector-settings.ts";

export const whatsapp = defineConnector({
  settings: Type.Object({
    phone_number_id: Type.String({ minLength: 1, maxLength: 40 }),
    waba_id: Type.String({ minLength: 1, maxLength: 40 }),
  }),
  secrets: Type.Object({
    access_token: Type.String({ minLength: 1, maxLength: 1000 }),
    app_secret: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  destinations: { phone_number_id: true, waba_id: true, access_token: true, app_secret: true },
  info: Type.Object({
    phone_number: Type.String(),
    verified_name: Type.String(),
    /** The word of the handshake, for an administrator who enters the address by hand. */
    verify_token: Type.String(),
  }),
});
