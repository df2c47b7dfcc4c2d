import { joinTexts } from "../../../text/index.ts";
import { appearance } from "./form/appearance-text.ts";
import { code } from "./code-text.ts";
import { form } from "./form/form-text.ts";
import { general } from "./form/general-text.ts";

/** Interface texts of Settings → Site widgets. */
export const t = joinTexts(appearance, code, form, general);
