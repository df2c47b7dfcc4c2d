/** Which browser this is, for words of help and names of devices. Guessed from what it says; nothing depends on it but words. */
export type Browser = "chrome" | "edge" | "firefox" | "safari" | "ios" | "other";

export function browserOf(agent: string, touches = 0): Browser {
  if (/iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && touches > 1)) return "ios";
  if (/Edg\//.test(agent)) return "edge";
  if (/Firefox\//.test(agent)) return "firefox";
  if (/Chrom(e|ium)\//.test(agent)) return "chrome";
  return /Safari\//.test(agent) ? "safari" : "other";
}
export const thisBrowser = (): Browser => browserOf(navigator.userAgent, navigator.maxTouchPoints);

const names: Readonly<Record<Browser, string>> = {
  chrome: "Chrome",
  edge: "Edge",
  firefox: "Firefox",
  safari: "Safari",
  ios: "Safari",
  other: "Browser",
};
/** "Chrome · Linux". */
export function deviceName(agent = navigator.userAgent, touches = navigator.maxTouchPoints): string {
  const browser = browserOf(agent, touches);
  const [, system] = /(Android|Windows|iPhone|iPad|CrOS|Macintosh|Linux)/.exec(agent) ?? [];
  const place =
    browser === "ios" && system === "Macintosh" ? "iPad" : system === "Macintosh" ? "Mac" : system === "CrOS" ? "ChromeOS" : system;
  return place === undefined ? names[browser] : `${names[browser]} · ${place}`;
}
