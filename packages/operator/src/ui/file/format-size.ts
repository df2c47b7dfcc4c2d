import { i18n } from "../../text/index.ts";
import { t } from "./text.ts";

/** Formats a size such as "412 KB". */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return t("size.b", { n: bytes });
  if (bytes < 1024 * 1024) return t("size.kb", { n: Math.round(bytes / 1024) });
  if (bytes < 1024 ** 3)
    return t("size.mb", { n: i18n.number(bytes / 1024 ** 2, { maximumFractionDigits: 1 }) });
  return t("size.gb", { n: i18n.number(bytes / 1024 ** 3, { maximumFractionDigits: 1 }) });
}
