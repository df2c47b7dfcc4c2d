import { Type } from "typebox";
import type { ConnectorSettings } from "./connector-settings.ts";

export const whatsapp = {
  settings: Type.Object({
    phone_number_id: Type.String({ minLength: 1, maxLength: 40 }),
    waba_id: Type.String({ minLength: 1, maxLength: 40 }),
  }),
  secrets: Type.Object({
    access_token: Type.String({ minLength: 1, maxLength: 1000 }),
    app_secret: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  info: Type.Object({
    phone_number: Type.String(),
    verified_name: Type.String(),
    /** The word of the handshake, for an administrator who enters the address by hand. */
    verify_token: Type.String(),
  }),
} satisfies ConnectorSettings;
