import type { Operator } from "@parlour/protocol";
import { IconFilter, IconMessageCircle, IconSearch } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { View } from "../../state/live-state.ts";
import { may } from "../../state/session.tsx";
import { Button } from "../../ui/Button.tsx";
import { Empty } from "../../ui/marks.tsx";
import { t } from "./text.ts";
import { t as filter } from "./views/text.ts";

/** A view without chats says why, and what to do. */
export function EmptyList({ view, q, me, onWiden }: { view: View; q: string; me: Operator; onWiden?: () => void }) {
  if (onWiden)
    return (
      <Empty icon={IconFilter} title={filter("filter.empty")} action={<Button onClick={onWiden}>{filter("filter.clear")}</Button>}>
        {filter("filter.empty.text")}
      </Empty>
    );
  if (q !== "")
    return (
      <Empty icon={IconSearch} title={t("empty.filter", { q })}>
        {t("empty.filter.text")}
      </Empty>
    );
  const tries = (view === "waiting" || view === "all") && may(me, "settings");
  const action = tries ? (
    <Link className="btn" to="/settings/$" params={{ _splat: "channels" }}>
      {t("empty.action")}
    </Link>
  ) : undefined;
  return (
    <Empty icon={IconMessageCircle} title={t(`empty.${view}`)} action={action}>
      {t(`empty.${view}.text`)}
    </Empty>
  );
}
