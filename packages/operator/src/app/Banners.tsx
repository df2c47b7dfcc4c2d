import { IconVolumeOff, IconWifiOff } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { useLive, useLiveStore } from "../state/live-context.tsx";
import { allowSound, soundBlocked, subscribeSound } from "../state/sound.ts";
import { useLate } from "../ui/Bones.tsx";
import { Button } from "../ui/Button.tsx";
import { Banner } from "../ui/marks.tsx";
import { clockTime, useNow } from "../ui/Time.tsx";
import { t } from "./text.ts";

/** What is wrong with the connection or the sound, over every screen. */
export function Banners({ withSound }: { withSound: boolean }) {
  return (
    <div className="banners">
      <OfflineBanner />
      {withSound && <SoundBanner />}
    </div>
  );
}

/** A restart of the server is over within 2 s: shorter gaps show in the rail only. */
function OfflineBanner() {
  const live = useLiveStore();
  const connection = useLive((state) => state.connection);
  const offline = useLate(connection.kind === "offline", 2500);
  const now = useNow(1000, offline);
  if (!offline || connection.kind !== "offline") return null;
  const next =
    connection.nextTryAt === null
      ? t("offline.trying")
      : t("offline.next", { s: Math.max(0, Math.ceil((connection.nextTryAt - now) / 1000)) });
  return (
    <Banner
      tone="warn"
      icon={IconWifiOff}
      live
      action={
        <Button small onClick={() => live.retryNow()}>
          {t("offline.try")}
        </Button>
      }
    >
      <p>
        <strong className="medium">{t("offline.banner", { time: clockTime(connection.since) })}</strong>{" "}
        <span className="soft num" aria-live="off">
          {next}
        </span>
      </p>
    </Banner>
  );
}

function SoundBanner() {
  const blocked = useSyncExternalStore(subscribeSound, soundBlocked);
  const late = useLate(blocked, 1000);
  if (!late) return null;
  return (
    <button type="button" className="banner soundbar" onClick={() => void allowSound()}>
      <IconVolumeOff aria-hidden="true" className="i" stroke={1.75} />
      <span className="grow">{t("sound.blocked")}</span>
    </button>
  );
}
