import { useNavigate } from "@tanstack/react-router";
import { createElement, useEffect, type ReactNode } from "react";
import { useLatest } from "../ui/keyboard/use-latest.ts";
import { useOpenChat } from "../ui/open-chat/open-chat.ts";
import { browserClock } from "../state/clock.ts";
import { useLiveClient } from "../state/live-context.tsx";
import { renewPush, subscribePush } from "../state/alerts/push.ts";
import { recheckAlerts, getAlertTestResults } from "../state/alerts/alert-self-test.ts";
import { onServiceWorkerMessage, startServiceWorker } from "../state/alerts/service-worker.ts";
import { BannerStack } from "../ui/loading/BannerStack.tsx";
import { createLazyValue, useLazyValue } from "../ui/loading/lazy-value.ts";

const lazyShellBanners = createLazyValue(() =>
  import("./ShellBanners.tsx").then((module) => module.ShellBanners),
);

/** The banners of every screen, and what they report: service worker and self-test. */
export function ConnectionBanners({
  withSound,
  children,
}: {
  withSound: boolean;
  children: ReactNode;
}) {
  useServiceWorker();
  const banners = useLazyValue(lazyShellBanners);
  usePeriodicSelfTest();
  return (
    <BannerStack>
      {banners && createElement(banners, { withSound })}
      {children}
    </BannerStack>
  );
}

/** Delay in ms before the service worker fetches files, so that the first screen loads first. */
const serviceWorkerDelayMs = 4_000;

/** Starts the service worker, opens chats of clicked notifications, and renews the push. */
function useServiceWorker(): void {
  const navigate = useNavigate();
  const openChat = useLatest(useOpenChat());
  useEffect(() => {
    const open = (chat: number) => openChat.current({ chatId: chat, view: "all" });
    const handleNotificationClick = (event: Event) => {
      if (event instanceof CustomEvent && typeof event.detail === "number") open(event.detail);
    };
    const renewSubscription = () =>
      void subscribePush().catch((error: unknown) =>
        console.warn("push could not be renewed", error),
      );
    const cancel = browserClock.after(serviceWorkerDelayMs, () => {
      startAndRenewPush().catch((error: unknown) => console.warn("push could not be kept", error));
    });
    window.addEventListener("parlour:chat", handleNotificationClick);
    const unsubscribe = onServiceWorkerMessage((message) => {
      if (message.type === "open-chat") open(message.chat);
      else if (message.type === "open-call")
        void navigate({ to: "/calls/{-$call}", params: { call: String(message.call) } });
      else if (message.type === "push-lost") renewSubscription();
    });
    return () => {
      cancel();
      window.removeEventListener("parlour:chat", handleNotificationClick);
      unsubscribe();
    };
  }, [navigate, openChat]);
}

const selfTestIntervalMs = 60_000;

/** Checks tested alerts once a minute. If one fails, a dot appears in the rail (product.md 4). */
function usePeriodicSelfTest(): void {
  const live = useLiveClient();
  useEffect(() => {
    const runTest = () => {
      const { connection } = live.get();
      const isAway =
        connection.kind === "offline" && browserClock.now() - connection.since > selfTestIntervalMs;
      void recheckAlerts(!isAway);
    };
    runTest();
    return browserClock.every(selfTestIntervalMs, runTest);
  }, [live]);
}

/** Sends the subscription keys and preferences, so that the server links them to this session. */
async function startAndRenewPush(): Promise<void> {
  const registration = await startServiceWorker();
  if (registration === null || getAlertTestResults().push?.works !== true) return;
  await renewPush();
  await recheckAlerts(true);
}
