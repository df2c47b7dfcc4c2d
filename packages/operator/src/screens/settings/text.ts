import { joinTexts } from "../../text/index.ts";
import { t as formText } from "../../ui/form/text.ts";
import { channelText } from "./channels/channel-text.ts";
import { operatorsText } from "./people/operators-text.ts";
import { accountSettingsText } from "./account/account-text.ts";
import { settingsPageText } from "./kit/form/page-text.ts";

/** Interface texts of the settings. */
export const t = joinTexts(
  channelText,
  operatorsText,
  accountSettingsText,
  settingsPageText,
  formText,
);
