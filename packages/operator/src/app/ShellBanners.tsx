import { IconPlugConnectedX, IconRefresh, IconVolumeOff, IconWifiOff } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { useLiveClient, useLiveState } from "../state/live-context.tsx";
import {
  activateUpdate,
  getServiceWorkerState,
  subscribeToServiceWorker,
} from "../state/alerts/service-worker.ts";
import { isSoundBlocked, subscribeSound, unlockSound } from "../state/alerts/sound.ts";
import { defineTexts } from "../text/index.ts";
import { Banner } from "../ui/badges.tsx";
import { Button } from "../ui/Button.tsx";
import { getWrongAddressText } from "../ui/loading/ErrorMessage.tsx";
import { SaveNotices } from "../ui/form/SaveNotices.tsx";
import { useHasElapsed } from "../ui/loading/delay.ts";
import { formatClock, useNow } from "../ui/time.ts";
import { AwayBanner } from "./AwayBanner.tsx";

const t = defineTexts({
  en: {
    "offline.banner": "Offline since {time}, drafts are safe.",
    "offline.next": "Retrying in {s} s",
    "offline.trying": "Reconnecting",
    "offline.try": "Retry now",
    "socket.needed":
      "Your proxy does not pass WebSockets on. Parlour uses requests instead, which are slower. To fix it, allow upgrades in the proxy: docs/operate/proxy.md.",
    "sound.blocked": "Sound is off.",
    "sound.on": "Turn on",
    "newer.banner": "A new version is available. Your drafts are kept.",
    "newer.reload": "Reload",
  },
  ru: {
    "offline.banner": "Нет связи с {time}, черновики сохранены.",
    "offline.next": "Повтор через {s} с",
    "offline.trying": "Подключение",
    "offline.try": "Повторить",
    "socket.needed":
      "Ваш прокси не пропускает WebSocket. Вместо него Parlour использует обычные запросы, это медленнее. Чтобы исправить, разрешите в прокси переход на WebSocket: docs/operate/proxy.md.",
    "sound.blocked": "Звук выключен.",
    "sound.on": "Включить",
    "newer.banner": "Вышла новая версия. Черновики сохранятся.",
    "newer.reload": "Обновить",
  },
});

/**
 * Banners of every screen: no connection, saves that failed, new version, blocked sound, waiting
 * chats.
 */
export function ShellBanners({ withSound }: { withSound: boolean }) {
  return (
    <>
      <SocketProblemBanner />
      <OfflineBanner />
      <SaveNotices />
      <UpdateBanner />
      {withSound && <SoundBanner />}
      {withSound && <AwayBanner />}
    </>
  );
}

/** A restart takes at most 2 s. Shorter interruptions are shown only in the navigation rail. */
function OfflineBanner() {
  const live = useLiveClient();
  const connection = useLiveState((state) => state.connection);
  const isOffline = useHasElapsed(2500, connection.kind === "offline");
  const now = useNow(1000, isOffline);
  const isWrongAddress = useLiveState((state) => state.socketProblem?.code === "wrong_address");
  if (!isOffline || connection.kind !== "offline" || isWrongAddress) return null;
  const retryText =
    connection.nextTryAt === null
      ? t("offline.trying")
      : t("offline.next", { s: Math.max(0, Math.ceil((connection.nextTryAt - now) / 1000)) });
  return (
    <Banner
      tone="warn"
      icon={IconWifiOff}
      live
      closable
      action={
        <Button small onClick={() => live.retryNow()}>
          {t("offline.try")}
        </Button>
      }
    >
      <p>
        <strong className="medium">
          {t("offline.banner", { time: formatClock(connection.since) })}
        </strong>{" "}
        <span className="soft num countdown" aria-live="off">
          {retryText}
        </span>
      </p>
    </Banner>
  );
}

/** Says why there is no WebSocket, and what to do about it (CFG-166, CFG-169). */
function SocketProblemBanner() {
  const problem = useLiveState((state) => state.socketProblem);
  const text =
    problem?.code === "wrong_address"
      ? getWrongAddressText(problem.location ?? "")
      : problem?.code === "websocket_needed"
        ? t("socket.needed")
        : null;
  return text === null ? null : (
    <Banner tone="warn" icon={IconPlugConnectedX} live closable>
      {text}
    </Banner>
  );
}

function SoundBanner() {
  const isBlocked = useSyncExternalStore(subscribeSound, isSoundBlocked);
  const isDelayed = useHasElapsed(1000, isBlocked);
  if (!isDelayed) return null;
  return (
    <Banner
      tone="info"
      icon={IconVolumeOff}
      closable
      action={
        <Button small onClick={() => void unlockSound()}>
          {t("sound.on")}
        </Button>
      }
    >
      {t("sound.blocked")}
    </Banner>
  );
}

/** Offers a new version. The page never reloads by itself, because the operator may be writing. */
function UpdateBanner() {
  const { hasUpdate } = useSyncExternalStore(subscribeToServiceWorker, getServiceWorkerState);
  if (!hasUpdate) return null;
  return (
    <Banner
      tone="info"
      icon={IconRefresh}
      live
      closable
      action={
        <Button small onClick={activateUpdate}>
          {t("newer.reload")}
        </Button>
      }
    >
      {t("newer.banner")}
    </Banner>
  );
}
