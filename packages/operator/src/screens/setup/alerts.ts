import { allowSound, play } from "../../state/sound.ts";

/** The ways Parlour calls for attention that can be tried here (product.md 4). */
export type Alert = "sound" | "desktop" | "badge";
export type Tried = { readonly works: boolean; readonly at: number };

const place = "parlour.alerts";

/** What this browser's person said about each alert. */
export function triedAlerts(): Partial<Record<Alert, Tried>> {
  try {
    return JSON.parse(localStorage.getItem(place) ?? "{}") as Partial<Record<Alert, Tried>>;
  } catch {
    return {};
  }
}
export function keepTried(alert: Alert, works: boolean): Partial<Record<Alert, Tried>> {
  const next = { ...triedAlerts(), [alert]: { works, at: Date.now() } };
  try {
    localStorage.setItem(place, JSON.stringify(next));
  } catch (error) {
    console.warn("the result could not be kept on this device", error);
  }
  return next;
}

/** The sound of a new chat. False when the browser plays none. */
export async function playSound(): Promise<boolean> {
  await allowSound();
  return play("new_chat");
}

/** Asks for the right once, then shows one notification. */
export async function showNotification(title: string, body: string): Promise<"shown" | "denied" | "none"> {
  if (!("Notification" in globalThis)) return "none";
  const right = Notification.permission === "default" ? await Notification.requestPermission() : Notification.permission;
  if (right !== "granted") return "denied";
  try {
    const notification = new Notification(title, { body, tag: "parlour-test", icon: "/favicon.svg" });
    setTimeout(() => notification.close(), 8000);
    return "shown";
  } catch {
    return "none";
  }
}

/** Puts "(3)" into the title and on the app icon; the function given takes both away. */
export function showBadge(): () => void {
  const title = document.title;
  document.title = `(3) ${title}`;
  const app = navigator as Navigator & { setAppBadge?: (n: number) => Promise<void>; clearAppBadge?: () => Promise<void> };
  // Outside an installed app browsers may refuse the icon's badge; the title is what counts there.
  app.setAppBadge?.(3).catch(() => undefined);
  return () => {
    document.title = title;
    app.clearAppBadge?.().catch(() => undefined);
  };
}
