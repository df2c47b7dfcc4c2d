import type { Finding, Health } from "@parlour/protocol/api";
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconRefresh } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api.ts";
import { useLive } from "../../../state/live-context.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Banner, Tag } from "../../../ui/marks.tsx";
import { exactTime } from "../../../ui/Time.tsx";
import { ReadPage } from "../ReadPage.tsx";
import { byWeight, wordsOfFinding } from "./finding-words.ts";
import { BackupCard, MailCard, StorageCard, VersionCard } from "./SideCards.tsx";
import "./system.css";
import { t } from "./text.ts";

/**
 * Settings → Backup and health: health of the installation, for its owner (API-075). The checks run
 * when the page opens and on request.
 */
export function SystemPage() {
  const read = useQuery({ queryKey: ["instance", "health"], queryFn: ({ signal }) => api.get<Health>("/instance/health", { signal }) });
  const isOffline = useLive((state) => state.connection.kind === "offline");
  const again = (
    <Button icon={IconRefresh} unavailable={isOffline ? t("system.offline") : read.isFetching} onClick={() => void read.refetch()}>
      {t(read.isFetching ? "system.looking" : "system.again")}
    </Button>
  );
  return (
    <ReadPage read={read} title={t("system.title")} about={t("system.about")} rows={false} tools={() => again}>
      {(health) => (
        <div className="cols system">
          <Checks health={health} />
          <aside className="side" aria-label={t("system.side")}>
            <VersionCard health={health} />
            <StorageCard storage={health.storage} />
            <BackupCard backup={health.backup} />
            <MailCard mail={health.mail} />
          </aside>
        </div>
      )}
    </ReadPage>
  );
}

function Checks({ health: { state, checks, checked_at } }: { health: Health }) {
  const count = (of: Finding["state"]) => checks.filter((one) => one.state === of).length;
  return (
    <section className="card" aria-labelledby="s-checks">
      <h2 id="s-checks" className="vh">
        {t("system.checks")}
      </h2>
      <Banner tone={tones[state]} live>
        <p className="medium">
          {state === "good" ? t("system.well") : t("system.unwell", { faults: count("fault"), warnings: count("warning") })}
        </p>
        <p className="t12 soft num">{t("system.checked", { time: exactTime(checked_at) })}</p>
      </Banner>
      <ul className="findings">
        {byWeight(checks).map((one) => (
          <Check key={[one.code, ...Object.values(one.values)].join(" ")} found={one} />
        ))}
      </ul>
    </section>
  );
}

function Check({ found }: { found: Finding }) {
  const { said, advice } = wordsOfFinding(found);
  const to = ways[found.check];
  return (
    <li>
      <Icon of={icons[found.state]} className={colours[found.state]} />
      <h3>
        {t(`check.${found.check}`)}
        {found.state !== "good" && <Tag tone={tones[found.state]}>{t(`state.${found.state}`)}</Tag>}
      </h3>
      <div className="words">
        <p>{said}</p>
        {advice !== null && <p>{advice}</p>}
        {to !== undefined && (
          <p>
            <Link to={to.to} params={{ _splat: to.page } as never}>
              {t(`way.${to.page}`)}
            </Link>
          </p>
        )}
      </div>
    </li>
  );
}

const tones = { good: "ok", warning: "warn", fault: "bad" } as const;
const colours = { good: "success", warning: "warning", fault: "danger" } as const;
const icons = { good: IconCircleCheck, warning: IconAlertTriangle, fault: IconAlertCircle } as const;
/** Pages where a finding can be fixed. */
const ways: Partial<Record<Finding["check"], { to: "/settings/$" | "/integrations/$"; page: "mail" | "audit" | "deliveries" }>> = {
  mail: { to: "/settings/$", page: "mail" },
  audit: { to: "/settings/$", page: "audit" },
  deliveries: { to: "/integrations/$", page: "deliveries" },
};
