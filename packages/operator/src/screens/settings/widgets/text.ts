import { joinTexts } from "../../../text/index.ts";
import { appearance } from "./appearance-text.ts";
import { code } from "./code-text.ts";
import { form } from "./form-text.ts";
import { general } from "./general-text.ts";

/** Texts of Settings → Site widgets. */
export const t = joinTexts(appearance, code, form, general);
