import type { Operator } from "@parlour/protocol";
import type { Locale } from "../../text/index.ts";
import { afterCloseChoices } from "../../state/live/sending/after-close.ts";
import { api } from "../../state/api/api.ts";
import { setPreferences, usePreferences } from "../../state/browser/preferences.ts";
import { can, useCurrentOperator } from "../../state/session.tsx";
import { getErrorText } from "../../ui/loading/ErrorMessage.tsx";
import { Select, Switch } from "../../ui/Field.tsx";
import { toast } from "../../ui/dialog/toast.tsx";
import { AlertSettings } from "./AlertSettings.tsx";
import { SegmentedControl } from "../../ui/choice/SegmentedControl.tsx";
import { t } from "./text.ts";

/** Settings of this device. They take effect immediately and are not saved with a button. */
export function DeviceSettings() {
  return (
    <>
      <AppearanceSettings />
      <WritingSettings />
      <AlertSettings />
    </>
  );
}

function AppearanceSettings() {
  const me = useCurrentOperator();
  const { theme, density, locale } = usePreferences();
  return (
    <section className="group" aria-labelledby="g-look">
      <h2 id="g-look">
        {t("look.group")} <span className="faint">{t("look.device")}</span>
      </h2>
      <SegmentedControl
        label={t("look.theme")}
        value={theme}
        onChange={(value) => setPreferences({ theme: value })}
        options={(["system", "light", "dark"] as const).map((value) => ({
          value,
          label: t(`look.theme.${value}`),
        }))}
      />
      <SegmentedControl
        label={t("look.density")}
        value={density}
        onChange={(value) => setPreferences({ density: value })}
        options={(["comfortable", "compact"] as const).map((value) => ({
          value,
          label: t(`look.density.${value}`),
        }))}
      />
      <SegmentedControl
        label={t("look.language")}
        value={locale}
        onChange={(locale) => void setLanguage(locale, me)}
        options={[
          { value: "en", label: "English" },
          { value: "ru", label: "Русский" },
        ]}
      />
    </section>
  );
}

function WritingSettings() {
  const { sendKey, shortcuts, afterClose } = usePreferences();
  return (
    <section className="group" aria-labelledby="g-write">
      <h2 id="g-write">{t("write.group")}</h2>
      <SegmentedControl
        label={t("write.send")}
        value={sendKey}
        onChange={(value) => setPreferences({ sendKey: value })}
        options={[
          { value: "enter", label: t("write.enter") },
          { value: "mod_enter", label: t("write.mod") },
        ]}
      />
      <Switch
        label={t("write.shortcuts")}
        hint={t("write.shortcuts.hint")}
        checked={shortcuts}
        onChange={(event) => setPreferences({ shortcuts: event.target.checked })}
      />
      <Select
        label={t("write.afterclose")}
        value={afterClose}
        options={(["account", ...afterCloseChoices] as const).map((value) => ({
          value,
          label: t(`afterclose.${value}`),
        }))}
        onChange={(event) =>
          setPreferences({
            afterClose: afterCloseChoices.find((one) => one === event.target.value) ?? "account",
          })
        }
      />
    </section>
  );
}

/** Sets the interface language in this browser, and that of the operator's emails. */
async function setLanguage(locale: Locale, me: Operator): Promise<void> {
  setPreferences({ locale });
  // Viewers cannot change their profile and receive no emails.
  if (!can(me, "profile.write")) return;
  await api
    .patch("/me", { language: locale })
    .catch((error: unknown) =>
      toast(`${t("look.language.failed")} ${getErrorText(error)}`, { tone: "bad" }),
    );
}
