import { Type } from "typebox";
import type { ConnectorSettings } from "./connector-settings.ts";

export const telegram = {
  settings: Type.Object({}),
  secrets: Type.Object({ bot_token: Type.String({ minLength: 1, maxLength: 200 }) }),
  info: Type.Object({
    bot_id: Type.Integer(),
    username: Type.String(),
    name: Type.String(),
  }),
} satisfies ConnectorSettings;
