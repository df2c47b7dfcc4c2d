// All kinds of channels, one line each (CON-001).
export { api } from "./api.ts";
export { mail } from "./mail.ts";
export { telegram } from "./telegram.ts";
export { whatsapp } from "./whatsapp.ts";
export { widget } from "./widget.ts";
