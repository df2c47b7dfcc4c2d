import { api } from "./api.ts";
import { mail } from "./mail.ts";
import { telegram } from "./telegram.ts";
import { whatsapp } from "./whatsapp.ts";
import { widget } from "./widget.ts";

/**
 * All kinds of channels (CON-001). An object and no namespace, because the page would load helpers
 * of the bundler for a namespace.
 */
export const kinds = { api, mail, telegram, whatsapp, widget };
