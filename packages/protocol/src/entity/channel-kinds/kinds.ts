import { api } from "./api.ts";
import { mail } from "./mail.ts";
import { sms } from "./sms.ts";
import { telegram } from "./telegram.ts";
import { viber } from "./viber.ts";
import { whatsapp } from "./whatsapp.ts";
import { widget } from "./widget.ts";

/** CON-001. An object, because a namespace would load helpers of the bundler. */
export const kinds = { api, mail, sms, telegram, viber, whatsapp, widget };
