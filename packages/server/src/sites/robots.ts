/** Rules of a robots.txt for our requests (RFC 9309). */
export interface RobotsRules {
  readonly rules: readonly { readonly allows: boolean; readonly pattern: string }[];
  /** Pause that the site asks for, in ms. */
  readonly delayMs: number;
}

/** Name under which a robots.txt addresses us. */
export const robotsName = "parlour";
const maxDelayMs = 10_000;
export const noRobots: RobotsRules = { rules: [], delayMs: 0 };

/** Returns the rules of the group for our name, or else of the group for all. */
export function parseRobots(text: string): RobotsRules {
  const groups = new Map<string, { rules: RobotsRules["rules"][number][]; delayMs: number }>();
  let open: string[] = [];
  let isOpen = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const [, key = "", value = ""] = /^\s*([a-z-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/i.exec(line) ?? [];
    const field = key.toLowerCase();
    if (field === "user-agent") {
      open = isOpen ? [...open, value.toLowerCase()] : [value.toLowerCase()];
      isOpen = true;
      continue;
    }
    if (!["allow", "disallow", "crawl-delay"].includes(field)) continue;
    isOpen = false;
    for (const name of open) {
      const group = groups.get(name) ?? { rules: [], delayMs: 0 };
      groups.set(name, group);
      if (field === "crawl-delay") group.delayMs = Math.min(Number(value) * 1000 || 0, maxDelayMs);
      else if (value !== "")
        group.rules.push({ allows: field === "allow", pattern: encodePath(value) });
    }
  }
  return groups.get(robotsName) ?? groups.get("*") ?? noRobots;
}

/** The longest rule decides. Of two with the same length, the one that allows. */
export function isAllowed({ rules }: RobotsRules, { pathname, search }: URL): boolean {
  const path = encodePath(`${pathname}${search}`);
  const [first] = rules
    .filter(({ pattern }) => isMatch(pattern, path))
    .toSorted((a, b) => b.pattern.length - a.pattern.length || Number(b.allows) - Number(a.allows));
  return first?.allows ?? true;
}

/** `*` is any text, and `$` at the end the end of the path. */
function isMatch(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const [start = "", ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(start)) return false;
  const last = isWhole ? parts.pop() : undefined;
  let from = start.length;
  for (const part of parts) {
    const at = path.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  if (!isWhole) return true;
  return last === undefined
    ? from === path.length
    : path.length - last.length >= from && path.endsWith(last);
}

/** Writes letters outside of ASCII as a URL does. */
const encodePath = (path: string): string =>
  path.replaceAll(/[^\u0021-\u007e]/gu, (letter) => encodeURIComponent(letter.toWellFormed()));
