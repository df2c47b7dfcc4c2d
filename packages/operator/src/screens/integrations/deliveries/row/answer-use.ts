import type { ResponseUsage } from "@parlour/protocol";
import { t } from "../../text.ts";

/** Returns "2 fields, 1 ignored" for the column Used. */
export function formatAnswerUse(used: ResponseUsage): string {
  const { taken, ignored_count: ignored } = used;
  if (taken.length === 0)
    return ignored === 0 ? t("used.nothing") : t("used.nothing.ignored", { n: ignored });
  return ignored === 0
    ? t("used.fields", { n: taken.length })
    : `${t("used.fields", { n: taken.length })}, ${t("used.ignored", { n: ignored })}`;
}

/** Returns "custom_data, 2 rows" for each used field, then each ignored field with its reason. */
export function listAnswerFields({
  taken,
  ignored,
  ignored_count: count,
}: ResponseUsage): { readonly text: string; readonly isTaken: boolean }[] {
  return [
    ...taken.map(({ field, rows }) => ({
      text: rows === undefined ? field : t("used.rows", { field, n: rows }),
      isTaken: true,
    })),
    ...ignored.map(({ field, reason }) => ({
      text: t(`ignored.${reason}`, { field }),
      isTaken: false,
    })),
    ...(count > ignored.length
      ? [{ text: t("used.more", { n: count - ignored.length }), isTaken: false }]
      : []),
  ];
}
