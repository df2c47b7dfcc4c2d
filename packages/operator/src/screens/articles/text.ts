import { joinTexts } from "../../text/index.ts";
import { t as assistText } from "../../ui/assist/text.ts";
import { editorText } from "./editor/editor-text.ts";
import { importText } from "./import/import-text.ts";
import { siteText } from "./import/site-text.ts";
import { listText } from "./list/list-text.ts";

/** Texts of the articles. */
export const t = joinTexts(listText, editorText, importText, siteText, assistText);
