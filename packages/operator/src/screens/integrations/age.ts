import { t } from "./text.ts";

/** Formats a duration as "12 s", "3 min", "5 h" or "2 d". */
export function formatAge(ms: number): string {
  const s = Math.max(0, Math.round(ms / 1000));
  if (s < 60) return t("age.s", { n: s });
  if (s < 3600) return t("age.min", { n: Math.floor(s / 60) });
  return s < 86_400
    ? t("age.h", { n: Math.floor(s / 3600) })
    : t("age.d", { n: Math.floor(s / 86_400) });
}
