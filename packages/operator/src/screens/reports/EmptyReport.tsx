import { IconChartBar } from "@tabler/icons-react";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/badges.tsx";
import { t } from "./text.ts";

/** Says that the period has no data, with a way out. */
export function EmptyReport({ onGo }: { onGo: () => void }) {
  return (
    <div className="card">
      <EmptyState
        icon={IconChartBar}
        title={t("reports.none")}
        action={<Button onClick={onGo}>{t("reports.none.go")}</Button>}
      >
        {t("reports.none.text")}
      </EmptyState>
    </div>
  );
}
