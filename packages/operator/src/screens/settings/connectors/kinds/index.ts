// The settings screens of the connectors, one line each (CON-001).
export { whatsapp } from "./whatsapp/screen.ts";
