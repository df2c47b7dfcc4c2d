import { IconRefresh, IconVolumeOff, IconWifiOff } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { createElement, useEffect, useSyncExternalStore } from "react";
import { useLiveState, useLiveClient } from "../state/live-context.tsx";
import { renewPush, subscribePush } from "../state/alerts/push.ts";
import { recheckAlerts, getAlertTestResults } from "../state/alerts/alert-self-test.ts";
import { unlockSound, isSoundBlocked, subscribeSound } from "../state/alerts/sound.ts";
import {
  onServiceWorkerMessage,
  startServiceWorker,
  subscribeToServiceWorker,
  activateUpdate,
  getServiceWorkerState,
} from "../state/alerts/service-worker.ts";
import { useDelayedLoading } from "../ui/loading/Skeleton.tsx";
import { Button } from "../ui/Button.tsx";
import { createLazyValue, useLazyValue } from "../ui/loading/lazy-value.ts";
import { Banner } from "../ui/badges.tsx";
import { formatClock, useNow } from "../ui/time.ts";
import { t } from "./text.ts";

const lazyAwayBanner = createLazyValue(() =>
  import("./AwayBanner.tsx").then((module) => module.AwayBanner),
);

/**
 * Banners above every screen: no connection, blocked sound, new version, and chats that wait while
 * the operator is away.
 */
export function ConnectionBanners({ withSound }: { withSound: boolean }) {
  useServiceWorker();
  const awayBanner = useLazyValue(lazyAwayBanner);
  usePeriodicSelfTest();
  return (
    <div className="banners">
      <OfflineBanner />
      <UpdateBanner />
      {withSound && <SoundBanner />}
      {withSound && awayBanner && createElement(awayBanner)}
    </div>
  );
}

/**
 * A restart of the server takes at most 2 s, so shorter interruptions are shown only in the
 * navigation rail.
 */
function OfflineBanner() {
  const live = useLiveClient();
  const connection = useLiveState((state) => state.connection);
  const isOffline = useDelayedLoading(connection.kind === "offline", 2500);
  const now = useNow(1000, isOffline);
  if (!isOffline || connection.kind !== "offline") return null;
  const retryText =
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

function SoundBanner() {
  const isBlocked = useSyncExternalStore(subscribeSound, isSoundBlocked);
  const isDelayed = useDelayedLoading(isBlocked, 1000);
  if (!isDelayed) return null;
  return (
    <button type="button" className="banner soundbar" onClick={() => void unlockSound()}>
      <IconVolumeOff aria-hidden="true" className="i" stroke={1.75} />
      <span className="grow">{t("sound.blocked")}</span>
    </button>
  );
}

/**
 * Offers a new version. The page is never reloaded automatically, because the operator may be
 * writing. The operator decides when to reload.
 */
function UpdateBanner() {
  const { hasUpdate: isNewer } = useSyncExternalStore(
    subscribeToServiceWorker,
    getServiceWorkerState,
  );
  if (!isNewer) return null;
  return (
    <Banner
      tone="info"
      icon={IconRefresh}
      live
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

/**
 * Delay in milliseconds before the service worker fetches its files, so that the first screen loads
 * first.
 */
const serviceWorkerDelayMs = 4_000;

/**
 * Starts the service worker, opens the chat when a notification is clicked, and renews the push
 * subscription.
 */
function useServiceWorker(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const open = (chat: number) =>
      void navigate({ to: "/inbox/$view/{-$chat}", params: { view: "all", chat: String(chat) } });
    const handleNotificationClick = (event: Event) => {
      if (event instanceof CustomEvent && typeof event.detail === "number") open(event.detail);
    };
    const renewSubscription = () =>
      void subscribePush().catch((error: unknown) =>
        console.warn("push could not be renewed", error),
      );
    const timer = setTimeout(() => {
      startAndRenewPush().catch((error: unknown) => console.warn("push could not be kept", error));
    }, serviceWorkerDelayMs);
    window.addEventListener("parlour:chat", handleNotificationClick);
    const unsubscribe = onServiceWorkerMessage((message) => {
      if (message.type === "open-chat") open(message.chat);
      else if (message.type === "open-call")
        void navigate({ to: "/calls/{-$call}", params: { call: String(message.call) } });
      else if (message.type === "push-lost") renewSubscription();
    });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("parlour:chat", handleNotificationClick);
      unsubscribe();
    };
  }, [navigate]);
}

const selfTestIntervalMs = 60_000;

/**
 * Checks once a minute whether alerts that passed a test still work. If one does not, a dot appears
 * in the rail (product.md 4).
 */
function usePeriodicSelfTest(): void {
  const live = useLiveClient();
  useEffect(() => {
    const runTest = () => {
      const { connection } = live.get();
      const isAway =
        connection.kind === "offline" && Date.now() - connection.since > selfTestIntervalMs;
      void recheckAlerts(!isAway);
    };
    const timer = setInterval(runTest, selfTestIntervalMs);
    runTest();
    return () => clearInterval(timer);
  }, [live]);
}

/**
 * Sends the subscription keys and the preferences of this device, so that the server connects them
 * with this session.
 */
async function startAndRenewPush(): Promise<void> {
  const registration = await startServiceWorker();
  if (registration === null || getAlertTestResults().push?.works !== true) return;
  await renewPush();
  await recheckAlerts(true);
}
