import { Type } from "typebox";
import { defineConnector } from "./connector-settings.ts";

export const telegram = defineConnector({
  /** `greeting`: what the bot sends to a visitor who opens it for the first time. */
  settings: Type.Object({ greeting: Type.Optional(Type.String({ maxLength: 1000 })) }),
  secrets: Type.Object({ bot_token: Type.String({ minLength: 1, maxLength: 200 }) }),
  destinations: { bot_token: true, greeting: false },
  info: Type.Object({
    bot_id: Type.Integer(),
    username: Type.String(),
    name: Type.String(),
  }),
});
