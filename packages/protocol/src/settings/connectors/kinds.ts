// The settings of all kinds that connectors serve, one line each (CON-010).
export { mail } from "./mail.ts";
export { sms } from "./sms.ts";
export { messenger as instagram, messenger } from "./messenger.ts";
export { telegram } from "./telegram.ts";
export { viber } from "./viber.ts";
export { whatsapp } from "./whatsapp.ts";
