import { ApiError } from "@parlour/client";
import { getCurrentBrowser, type Browser } from "../../state/browser/device.ts";
import { showNotification } from "../../state/alerts/notifications.ts";
import { supportsPush, subscribePush, sendTestPush } from "../../state/alerts/push.ts";
import { unlockSound, playSound } from "../../state/alerts/sound.ts";
import { getErrorText } from "../loading/ErrorMessage.tsx";
import { t } from "./check-text.ts";

/** Alerts whose test the operator confirms. The connection test needs no confirmation. */
export type TestableAlert = "sound" | "notification" | "push" | "badge";

/** Runs the sound test. Like each test, returns null if it ran and can be confirmed, or a hint. */
export async function runSoundTest(): Promise<string | null> {
  await unlockSound();
  return playSound("newChat") ? null : browserText("check.sound.blocked");
}

export async function runNotificationTest(): Promise<string | null> {
  if (!("Notification" in globalThis)) return unavailableText("check.notification.none");
  const permission =
    Notification.permission === "default"
      ? await Notification.requestPermission()
      : Notification.permission;
  if (permission !== "granted") return browserText("check.notification.denied");
  const isShown = await showNotification(
    "Parlour",
    t("check.notification.body"),
    "parlour-test",
    null,
  );
  return isShown ? null : unavailableText("check.notification.none");
}

export async function runPushTest(): Promise<string | null> {
  if (!supportsPush()) return unavailableText("check.push.none");
  try {
    const device = await subscribePush();
    if (device === null)
      return browserText(
        Notification.permission === "granted" ? "check.push.refused" : "check.notification.denied",
      );
    const { outcome, status } = await sendTestPush(device.id);
    return outcome === "delivered"
      ? null
      : t("check.push.unsent", { why: status === null ? outcome : `HTTP ${status}` });
  } catch (error) {
    if (error instanceof ApiError) return t("check.push.unsent", { why: getErrorText(error) });
    throw error;
  }
}

/** Shows "(3)" in the page title and on the app icon. Returns a function that removes both. */
export function runBadgeTest(): () => void {
  const title = document.title;
  document.title = `(3) ${title}`;
  const app = navigator as Navigator & {
    setAppBadge?: (n: number) => Promise<void>;
    clearAppBadge?: () => Promise<void>;
  };
  // Browsers may reject the badge outside an installed app. The page title then suffices.
  app.setAppBadge?.(3).catch(() => undefined);
  return () => {
    document.title = title;
    app.clearAppBadge?.().catch(() => undefined);
  };
}

/** Returns a hint for a test that ran but that the operator did not notice. */
export function fixHint(alert: TestableAlert): string {
  return browserText(`check.${alert}.fix`);
}

/** Returns a hint for an alert that worked before. The usual cause is a removed permission. */
export function brokenFixHint(alert: TestableAlert): string {
  if (alert === "notification" && Notification.permission !== "granted")
    return browserText("check.notification.denied");
  return alert === "push" ? browserText("check.push.refused") : fixHint(alert);
}

function unavailableText(key: "check.notification.none" | "check.push.none"): string {
  return isSecureContext ? browserText(key) : t(`${key}.plain`);
}

type BrowserTextKey =
  | "check.sound.blocked"
  | "check.notification.none"
  | "check.notification.denied"
  | "check.push.none"
  | "check.push.refused"
  | `check.${TestableAlert}.fix`;
const browserVariants = {
  "check.sound.blocked": ["firefox", "safari"],
  "check.sound.fix": ["ios"],
  "check.notification.none": ["ios"],
  "check.notification.denied": ["chrome", "edge", "firefox", "safari", "ios"],
  "check.notification.fix": [],
  "check.push.none": ["ios"],
  "check.push.refused": ["chrome"],
  "check.push.fix": ["edge", "ios"],
  "check.badge.fix": ["ios"],
} as const satisfies Record<BrowserTextKey, readonly Browser[]>;

function browserText(key: BrowserTextKey): string {
  const browser = getCurrentBrowser();
  const hasVariant = (browserVariants[key] as readonly Browser[]).includes(browser);
  return t((hasVariant ? `${key}.${browser}` : key) as Parameters<typeof t>[0]);
}
