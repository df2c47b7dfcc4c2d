import { IconPlayerPlay } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { isSubscribed, subscribePush } from "../../state/push.ts";
import { setPreferences, usePreferences, type Preferences } from "../../state/preferences.ts";
import { allowSound, playTone, type Sound } from "../../state/sound.ts";
import { toneNames, type ToneName } from "../../state/tones.ts";
import { Button } from "../../ui/Button.tsx";
import { Select, Switch, TextField } from "../../ui/Field.tsx";
import { toast } from "../../ui/toast.tsx";
import { t } from "./text.ts";

/** How this device calls for attention (product.md 4). Choices act at once; those that push needs go to the server too. */
export function AlertChoices() {
  const { sound, notices, flash, quiet } = usePreferences();
  const setSound = (change: Partial<Preferences["sound"]>) => setPreferences({ sound: { ...sound, ...change } });
  usePushChoices();
  return (
    <>
      <section className="group" aria-labelledby="g-alerts">
        <h2 id="g-alerts">{t("alerts.group")}</h2>
        <Switch label={t("alerts.newchat")} checked={sound.newChat} onChange={(event) => setSound({ newChat: event.target.checked })} />
        {sound.newChat && (
          <Switch
            label={t("alerts.repeat")}
            hint={t("alerts.newchat.hint")}
            checked={sound.repeat}
            onChange={(event) => setSound({ repeat: event.target.checked })}
          />
        )}
        <Switch
          label={t("alerts.message")}
          hint={t("alerts.message.hint")}
          checked={sound.message}
          onChange={(event) => setSound({ message: event.target.checked })}
        />
        <Switch label={t("alerts.missed")} checked={sound.missed} onChange={(event) => setSound({ missed: event.target.checked })} />
        <div className="tones">
          {(["newChat", "message", "missed"] as const).map((which) => (
            <Tone
              key={which}
              which={which}
              value={sound.tones[which]}
              onChange={(tone) => setSound({ tones: { ...sound.tones, [which]: tone } })}
            />
          ))}
        </div>
        <label className="field">
          <span className="label">{t("alerts.volume")}</span>
          <input
            className="range"
            type="range"
            min={0}
            max={1}
            step={0.05}
            value={sound.volume}
            onChange={(event) => setSound({ volume: Number(event.target.value) })}
          />
        </label>
        <Switch
          label={t("alerts.notices")}
          hint={t("alerts.notices.hint")}
          checked={notices.on}
          onChange={(event) => setPreferences({ notices: { ...notices, on: event.target.checked } })}
        />
        <Switch
          label={t("alerts.text")}
          hint={t("alerts.text.hint")}
          checked={notices.text}
          onChange={(event) => setPreferences({ notices: { ...notices, text: event.target.checked } })}
        />
        <Switch
          label={t("alerts.flash")}
          hint={t("alerts.flash.hint")}
          checked={flash}
          onChange={(event) => setPreferences({ flash: event.target.checked })}
        />
        <Switch
          label={t("alerts.quiet")}
          hint={t("alerts.quiet.hint")}
          checked={quiet.on}
          onChange={(event) => setPreferences({ quiet: { ...quiet, on: event.target.checked } })}
        />
        {quiet.on && (
          <div className="tones">
            {(["from", "to"] as const).map((end) => (
              <TextField
                key={end}
                label={t(`alerts.quiet.${end}`)}
                type="time"
                value={quiet[end]}
                onChange={(event) => {
                  if (event.target.value !== "") setPreferences({ quiet: { ...quiet, [end]: event.target.value } });
                }}
              />
            ))}
          </div>
        )}
      </section>
    </>
  );
}

const labels = { newChat: "alerts.tone.new", message: "alerts.tone.message", missed: "alerts.tone.missed" } as const;

function Tone({ which, value, onChange }: { which: Sound; value: ToneName; onChange: (tone: ToneName) => void }) {
  const name = t(labels[which]);
  const hear = async (tone: ToneName) => {
    await allowSound();
    if (!playTone(tone)) toast(t("alerts.silent"), { tone: "bad" });
  };
  return (
    <div className="tone">
      <Select
        label={name}
        value={value}
        options={toneNames.map((tone) => ({ value: tone, label: t(`tone.${tone}`) }))}
        onChange={(event) => {
          const tone = event.target.value as ToneName;
          onChange(tone);
          void hear(tone);
        }}
      />
      <Button
        icon={IconPlayerPlay}
        aria-label={t("alerts.play.what", { name })}
        title={t("alerts.play")}
        onClick={() => void hear(value)}
      />
    </div>
  );
}

const tellAfterMs = 1_500;

/** Language, text and quiet hours hold for push as well: the server is told when they have come to rest. */
function usePushChoices(): void {
  const { locale, notices, quiet } = usePreferences();
  const choices = JSON.stringify([locale, notices.text, quiet]);
  const first = useRef(choices);
  useEffect(() => {
    if (first.current === choices) return undefined;
    const timer = setTimeout(() => {
      first.current = choices;
      const tell = async () => {
        if (await isSubscribed()) await subscribePush();
      };
      tell().catch((error: unknown) => console.warn("push keeps its former choices", error));
    }, tellAfterMs);
    return () => clearTimeout(timer);
  }, [choices]);
}
