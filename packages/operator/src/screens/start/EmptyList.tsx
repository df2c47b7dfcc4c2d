import type { Operator } from "@parlour/protocol";
import { IconFilter, IconMessageCircle, IconSearch } from "@tabler/icons-react";
import type { View } from "../../state/live-state.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/badges.tsx";
import { t } from "./text.ts";
import { useStart } from "./use-start.ts";

/** A view without chats says why, and what to do. */
export function EmptyList({
  view,
  q,
  me,
  onWiden,
}: {
  view: View;
  q: string;
  me: Operator;
  onWiden?: () => void;
}) {
  const { hasChats } = useStart(me);
  if (onWiden)
    return (
      <EmptyState
        icon={IconFilter}
        title={t("empty.narrow")}
        action={<Button onClick={onWiden}>{t("empty.narrow.clear")}</Button>}
      >
        {t("empty.narrow.text")}
      </EmptyState>
    );
  if (q !== "")
    return (
      <EmptyState icon={IconSearch} title={t("empty.filter", { q })}>
        {t("empty.filter.text")}
      </EmptyState>
    );
  const what =
    hasChats === false && (view === "waiting" || view === "all" || view === "mine")
      ? "first"
      : view;
  return (
    <EmptyState icon={IconMessageCircle} title={t(`empty.${what}`)}>
      {t(`empty.${what}.text`)}
    </EmptyState>
  );
}
