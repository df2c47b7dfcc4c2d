import { ApiError } from "@parlour/client";
import { thisBrowser, type Browser } from "../../state/device.ts";
import { showNotice } from "../../state/notices.ts";
import { canPush, subscribePush, testPush } from "../../state/push.ts";
import { allowSound, play } from "../../state/sound.ts";
import { wordsOf } from "../../ui/Failure.tsx";
import { t } from "./check-text.ts";

/** Alerts whose test the operator confirms. The connection test confirms itself. */
export type Tryable = "sound" | "notification" | "push" | "badge";

/**
 * Each function runs one test. Returns null if it ran, so that the operator can confirm it, else a
 * hint.
 */
export async function trySound(): Promise<string | null> {
  await allowSound();
  return play("newChat") ? null : forBrowser("check.sound.blocked");
}

export async function tryNotification(): Promise<string | null> {
  if (!("Notification" in globalThis)) return none("check.notification.none");
  const right = Notification.permission === "default" ? await Notification.requestPermission() : Notification.permission;
  if (right !== "granted") return forBrowser("check.notification.denied");
  const shown = await showNotice("Parlour", t("check.notification.body"), "parlour-test", null);
  return shown ? null : none("check.notification.none");
}

export async function tryPush(): Promise<string | null> {
  if (!canPush()) return none("check.push.none");
  try {
    const device = await subscribePush();
    if (device === null) return forBrowser(Notification.permission === "granted" ? "check.push.refused" : "check.notification.denied");
    const { outcome, status } = await testPush(device.id);
    return outcome === "delivered" ? null : t("check.push.unsent", { why: status === null ? outcome : `HTTP ${status}` });
  } catch (error) {
    if (error instanceof ApiError) return t("check.push.unsent", { why: wordsOf(error) });
    throw error;
  }
}

/** Puts "(3)" into the title and on the app icon. The returned function removes both. */
export function tryBadge(): () => void {
  const title = document.title;
  document.title = `(3) ${title}`;
  const app = navigator as Navigator & { setAppBadge?: (n: number) => Promise<void>; clearAppBadge?: () => Promise<void> };
  // Outside an installed app, browsers may reject the icon badge. The title is enough there.
  app.setAppBadge?.(3).catch(() => undefined);
  return () => {
    document.title = title;
    app.clearAppBadge?.().catch(() => undefined);
  };
}

/** Returns a hint for a test that ran but did not reach the operator. */
export function fixFor(alert: Tryable): string {
  return forBrowser(`check.${alert}.fix`);
}

/** Returns a hint for an alert that worked before. Usually a permission was removed. */
export function fixOfBroken(alert: Tryable): string {
  if (alert === "notification" && Notification.permission !== "granted") return forBrowser("check.notification.denied");
  return alert === "push" ? forBrowser("check.push.refused") : fixFor(alert);
}

function none(key: "check.notification.none" | "check.push.none"): string {
  return isSecureContext ? forBrowser(key) : t(`${key}.plain`);
}

type Key =
  | "check.sound.blocked"
  | "check.notification.none"
  | "check.notification.denied"
  | "check.push.none"
  | "check.push.refused"
  | `check.${Tryable}.fix`;
const own = {
  "check.sound.blocked": ["firefox", "safari"],
  "check.sound.fix": ["ios"],
  "check.notification.none": ["ios"],
  "check.notification.denied": ["chrome", "edge", "firefox", "safari", "ios"],
  "check.notification.fix": [],
  "check.push.none": ["ios"],
  "check.push.refused": ["chrome"],
  "check.push.fix": ["edge", "ios"],
  "check.badge.fix": ["ios"],
} as const satisfies Record<Key, readonly Browser[]>;

/** Returns the text for this browser, or the general one. */
function forBrowser(key: Key): string {
  const browser = thisBrowser();
  const has = (own[key] as readonly Browser[]).includes(browser);
  return t((has ? `${key}.${browser}` : key) as Parameters<typeof t>[0]);
}
