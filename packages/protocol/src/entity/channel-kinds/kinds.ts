import { api } from "./api.ts";
import { instagram } from "./instagram.ts";
import { mail } from "./mail.ts";
import { sms } from "./sms.ts";
import { messenger } from "./messenger.ts";
import { telegram } from "./telegram.ts";
import { viber } from "./viber.ts";
import { whatsapp } from "./whatsapp.ts";
import { widget } from "./widget.ts";

/** CON-001. An object, because a namespace would load helpers of the bundler. */
export const kinds = { api, instagram, mail, messenger, sms, telegram, viber, whatsapp, widget };
