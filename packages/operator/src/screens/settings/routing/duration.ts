const units: Readonly<Record<string, number>> = {
  s: 1,
  sec: 1,
  с: 1,
  сек: 1,
  m: 60,
  min: 60,
  м: 60,
  мин: 60,
  h: 3600,
  ч: 3600,
  d: 86_400,
  д: 86_400,
};

/** Seconds of what a person typed: "30", "30 s", "2 min", "1 h 30 min", "0" or nothing for off. null: it is no time. */
export function secondsOf(text: string): number | null {
  const words = text.trim().toLocaleLowerCase();
  if (words === "") return 0;
  if (/^\d{1,9}$/.test(words)) return Number(words);
  const parts = [...words.matchAll(/(\d{1,9})\s*([a-zа-я]+)\.?\s*/gy)];
  if (parts.map(([part]) => part).join("") !== words) return null;
  let sum = 0;
  for (const [, count, unit] of parts) {
    const each = Object.hasOwn(units, unit ?? "") ? units[unit ?? ""] : undefined;
    if (each === undefined) return null;
    sum += Number(count) * each;
  }
  return sum;
}

/** Seconds in the largest units that say them whole: 90 is "1 min 30 s". `unit` words one of them. */
export function textOf(seconds: number, unit: (name: "d" | "h" | "min" | "s", n: number) => string): string {
  const parts: string[] = [];
  let rest = seconds;
  for (const [name, size] of [
    ["d", 86_400],
    ["h", 3600],
    ["min", 60],
    ["s", 1],
  ] as const) {
    const n = Math.floor(rest / size);
    // A day is "24 h" to most people; several are days.
    if (n === 0 || (name === "d" && n < 2)) continue;
    parts.push(unit(name, n));
    rest -= n * size;
  }
  return parts.length === 0 ? unit("s", 0) : parts.join(" ");
}
