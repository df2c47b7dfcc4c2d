import { IconPlayerPlay } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { browserClock } from "../../state/clock.ts";
import { isPushSubscribed, subscribePush } from "../../state/alerts/push.ts";
import {
  setPreferences,
  usePreferences,
  type Preferences,
} from "../../state/browser/preferences.ts";
import { unlockSound, playTone, type AlertSound } from "../../state/alerts/sound.ts";
import { toneNames, type ToneName } from "../../state/browser/tones.ts";
import { Button } from "../../ui/Button.tsx";
import { Select, Switch, TextField } from "../../ui/Field.tsx";
import { toast } from "../../ui/dialog/toast.tsx";
import { t } from "./text.ts";

/**
 * Settings of the alerts on this device (product.md 4). Changes take effect immediately. Settings
 * that push needs are also sent to the server.
 */
export function AlertSettings() {
  const { flash } = usePreferences();
  usePushSettingsSync();
  return (
    <section className="group" aria-labelledby="g-alerts">
      <h2 id="g-alerts">{t("alerts.group")}</h2>
      <SoundSettings />
      <NotificationSettings />
      <Switch
        label={t("alerts.flash")}
        hint={t("alerts.flash.hint")}
        checked={flash}
        onChange={(event) => setPreferences({ flash: event.target.checked })}
      />
      <QuietHoursSettings />
    </section>
  );
}

/** Sound settings: events, sounds and volume. */
function SoundSettings() {
  const { sound } = usePreferences();
  const set = (change: Partial<Preferences["sound"]>) =>
    setPreferences({ sound: { ...sound, ...change } });
  return (
    <>
      <Switch
        label={t("alerts.newchat")}
        checked={sound.newChat}
        onChange={(event) => set({ newChat: event.target.checked })}
      />
      {sound.newChat && (
        <Switch
          label={t("alerts.repeat")}
          hint={t("alerts.newchat.hint")}
          checked={sound.repeat}
          onChange={(event) => set({ repeat: event.target.checked })}
        />
      )}
      <Switch
        label={t("alerts.message")}
        hint={t("alerts.message.hint")}
        checked={sound.message}
        onChange={(event) => set({ message: event.target.checked })}
      />
      <Switch
        label={t("alerts.missed")}
        checked={sound.missed}
        onChange={(event) => set({ missed: event.target.checked })}
      />
      <div className="tones">
        {(["newChat", "message", "missed"] as const).map((soundKey) => (
          <ToneSelect
            key={soundKey}
            which={soundKey}
            value={sound.tones[soundKey]}
            onChange={(tone) => set({ tones: { ...sound.tones, [soundKey]: tone } })}
          />
        ))}
      </div>
      <VolumeSlider value={sound.volume} onChange={(volume) => set({ volume })} />
    </>
  );
}

function VolumeSlider({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  return (
    <label className="field">
      <span className="label">{t("alerts.volume")}</span>
      <input
        className="range"
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </label>
  );
}

/** Settings of browser notifications, and whether they show the message text. */
function NotificationSettings() {
  const { notices } = usePreferences();
  return (["on", "text"] as const).map((part) => {
    const name = part === "on" ? "alerts.notices" : "alerts.text";
    return (
      <Switch
        key={part}
        label={t(name)}
        hint={t(`${name}.hint`)}
        checked={notices[part]}
        onChange={(event) =>
          setPreferences({ notices: { ...notices, [part]: event.target.checked } })
        }
      />
    );
  });
}

function QuietHoursSettings() {
  const { quiet } = usePreferences();
  const set = (change: Partial<Preferences["quiet"]>) =>
    setPreferences({ quiet: { ...quiet, ...change } });
  return (
    <>
      <Switch
        label={t("alerts.quiet")}
        hint={t("alerts.quiet.hint")}
        checked={quiet.on}
        onChange={(event) => set({ on: event.target.checked })}
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
                if (event.target.value !== "") set({ [end]: event.target.value });
              }}
            />
          ))}
        </div>
      )}
    </>
  );
}

const toneLabels = {
  newChat: "alerts.tone.new",
  message: "alerts.tone.message",
  missed: "alerts.tone.missed",
} as const;

interface ToneSelectProps {
  which: AlertSound;
  value: ToneName;
  onChange: (tone: ToneName) => void;
}

function ToneSelect({ which, value, onChange }: ToneSelectProps) {
  const name = t(toneLabels[which]);
  const playPreview = async (tone: ToneName) => {
    await unlockSound();
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
          void playPreview(tone);
        }}
      />
      <Button
        icon={IconPlayerPlay}
        aria-label={t("alerts.play.what", { name })}
        title={t("alerts.play")}
        onClick={() => void playPreview(value)}
      />
    </div>
  );
}

const pushSyncDelayMs = 1_500;

/**
 * Sends language, message text and quiet hours to the server 1.5 s after the last change, because
 * they also apply to push.
 */
function usePushSettingsSync(): void {
  const { locale, notices, quiet } = usePreferences();
  const settings = JSON.stringify([locale, notices.text, quiet]);
  const synced = useRef(settings);
  useEffect(() => {
    if (synced.current === settings) return undefined;
    return browserClock.after(pushSyncDelayMs, () => {
      synced.current = settings;
      const sync = async () => {
        if (await isPushSubscribed()) await subscribePush();
      };
      sync().catch((error: unknown) => console.warn("push keeps its former choices", error));
    });
  }, [settings]);
}
