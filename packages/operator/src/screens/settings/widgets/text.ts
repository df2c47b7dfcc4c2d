import { joinTexts } from "../../../text/index.ts";
import { installText } from "../../../ui/install/text.ts";
import { appearanceText } from "./form/appearance-text.ts";
import { widgetCodeText } from "./code-text.ts";
import { widgetFormText } from "./form/form-text.ts";
import { generalWidgetText } from "./form/general-text.ts";
import { signText } from "./sign/sign-text.ts";

/** Interface texts of Settings → Site widgets. */
export const t = joinTexts(
  appearanceText,
  widgetCodeText,
  widgetFormText,
  generalWidgetText,
  installText,
  signText,
);
