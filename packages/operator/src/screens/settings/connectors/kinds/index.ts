// The settings screens of the connectors, one line each (CON-001).
export { sms } from "./sms/index.ts";
export { telegram } from "./telegram/index.ts";
export { viber } from "./viber/index.ts";
export { whatsapp } from "./whatsapp/screen.ts";
export { instagram, messenger } from "./messenger/screen.ts";
export { mail } from "./mail/index.ts";
