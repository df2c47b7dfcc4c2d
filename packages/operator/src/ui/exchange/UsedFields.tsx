import type { ResponseUsage } from "@parlour/protocol";
import { IconCheck, IconCircleMinus } from "@tabler/icons-react";
import { useId, useState } from "react";
import { Icon } from "../Icon.tsx";
import { exchangeText as t } from "./text.ts";

interface UsedCellProps {
  used: ResponseUsage | null;
  isUnusable: boolean;
}

/** Summarizes which fields of the response were used, with details on hover and focus. */
export function UsedFieldsCell({ used, isUnusable }: UsedCellProps) {
  const id = useId();
  const [tipPosition, setTipPosition] = useState<{
    readonly top: number;
    readonly end: number;
  } | null>(null);
  if (used === null) return <span className="faint">–</span>;
  const lines = listResponseFields(used);
  const isWarning = isUnusable || (used.taken.length === 0 && used.ignored_count > 0);
  if (lines.length === 0)
    return <span className={isWarning ? "warning" : "soft"}>{formatResponseUsage(used)}</span>;
  const show = (anchor: HTMLElement) => {
    const { bottom, right } = anchor.getBoundingClientRect();
    setTipPosition({ top: bottom, end: Math.max(8, document.documentElement.clientWidth - right) });
  };
  const hide = () => setTipPosition(null);
  return (
    // The tooltip is a child of this element, so that the pointer can move onto it to select text.
    <span
      className="usedcell"
      onPointerLeave={hide}
      onPointerEnter={(event) => show(event.currentTarget)}
    >
      <button
        type="button"
        className={isWarning ? "used warning" : "used"}
        aria-describedby={id}
        onFocus={(event) => show(event.currentTarget)}
        onBlur={hide}
        onClick={(event) => show(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || tipPosition === null) return;
          event.stopPropagation();
          hide();
        }}
      >
        {formatResponseUsage(used)}
      </button>
      <span
        role="tooltip"
        id={id}
        className={tipPosition === null ? "vh" : "usedtip float"}
        style={
          tipPosition === null
            ? undefined
            : { insetBlockStart: tipPosition.top, insetInlineEnd: tipPosition.end }
        }
      >
        <UsedFieldsList used={used} />
      </span>
    </span>
  );
}

/** Lists each field of the response as used, or as ignored with the reason. */
export function UsedFieldsList({ used }: { used: ResponseUsage }) {
  const lines = listResponseFields(used);
  return (
    <>
      <b className="medium">{t("used.title")}</b>
      {lines.length === 0 && <span className="usedline soft">{t("used.nothing")}</span>}
      {lines.map(({ text, isTaken }) => (
        <span className="usedline" key={text}>
          <Icon
            of={isTaken ? IconCheck : IconCircleMinus}
            small
            className={isTaken ? "success" : "faint"}
          />
          <span>{text}</span>
        </span>
      ))}
    </>
  );
}

/** Formats the column Used, for example "2 fields, 1 ignored". */
export function formatResponseUsage(used: ResponseUsage): string {
  const fieldCount = used.taken.length;
  const n = used.ignored_count;
  if (fieldCount === 0) return n === 0 ? t("used.nothing") : t("used.nothing.ignored", { n });
  const fields = t("used.fields", { n: fieldCount });
  return n === 0 ? fields : `${fields}, ${t("used.ignored", { n })}`;
}

/** Lists the used fields (such as "custom_data, 2 rows"), then ignored ones with reasons. */
export function listResponseFields({
  taken,
  ignored,
  ignored_count,
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
    ...(ignored_count > ignored.length
      ? [{ text: t("used.more", { n: ignored_count - ignored.length }), isTaken: false }]
      : []),
  ];
}
