/** Browser, detected from the user agent. Used only for help texts and device names. */
export type Browser = "chrome" | "edge" | "firefox" | "safari" | "ios" | "other";

export function detectBrowser(agent: string, touches = 0): Browser {
  if (/iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && touches > 1)) return "ios";
  if (/Edg\//.test(agent)) return "edge";
  if (/Firefox\//.test(agent)) return "firefox";
  if (/Chrom(e|ium)\//.test(agent)) return "chrome";
  return /Safari\//.test(agent) ? "safari" : "other";
}
export const getCurrentBrowser = (): Browser =>
  detectBrowser(navigator.userAgent, navigator.maxTouchPoints);

const browserNames: Readonly<Record<Browser, string>> = {
  chrome: "Chrome",
  edge: "Edge",
  firefox: "Firefox",
  safari: "Safari",
  ios: "Safari",
  other: "Browser",
};
/** Returns a device name such as "Chrome · Linux". */
export function describeDevice(
  agent = navigator.userAgent,
  touches = navigator.maxTouchPoints,
): string {
  const browser = detectBrowser(agent, touches);
  const [, system] = /(Android|Windows|iPhone|iPad|CrOS|Macintosh|Linux)/.exec(agent) ?? [];
  const device =
    browser === "ios" && system === "Macintosh"
      ? "iPad"
      : system === "Macintosh"
        ? "Mac"
        : system === "CrOS"
          ? "ChromeOS"
          : system;
  return device === undefined ? browserNames[browser] : `${browserNames[browser]} · ${device}`;
}

/** Product tokens in the user agent and their names. The first match identifies the browser. */
const products = [
  ["YaBrowser", "Yandex Browser"],
  ["OPR", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["EdgA", "Edge"],
  ["EdgiOS", "Edge"],
  ["Edg", "Edge"],
  ["FxiOS", "Firefox"],
  ["Firefox", "Firefox"],
  ["CriOS", "Chrome"],
  ["Chrome", "Chrome"],
] as const;
/**
 * Operating systems. Some browsers report a fixed version: Windows 11 as 10.0, and macOS as 10.15
 * since 2020. Such versions are omitted from the name.
 */
const systems = [
  [/Windows NT 6\.1/, "Windows 7"],
  [/Windows/, "Windows"],
  [/Android (\d+)/, "Android"],
  [/(?:iPhone )OS (\d+)/, "iOS"],
  [/CPU OS (\d+)/, "iPadOS"],
  [/Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
] as const;

/** Returns a text such as "Firefox 141, Windows". Null if the browser is unknown. */
export function describeUserAgent(agent: string): string | null {
  const version = (name: string): string | undefined =>
    new RegExp(`\\b${name}/(\\d+)`).exec(agent)?.[1];
  const product = products.find(([token]) => version(token) !== undefined);
  const safari = /Safari\//.test(agent) ? version("Version") : undefined;
  const browser = product
    ? `${product[1]} ${version(product[0])}`
    : safari !== undefined
      ? `Safari ${safari}`
      : null;
  if (browser === null) return null;
  const system = systems.find(([sign]) => sign.test(agent));
  const name = system && [system[1], system[0].exec(agent)?.[1]].filter(Boolean).join(" ");
  return name === undefined ? browser : `${browser}, ${name}`;
}
