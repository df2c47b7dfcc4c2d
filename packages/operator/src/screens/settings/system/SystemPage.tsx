import type { Finding, Health } from "@parlour/protocol/api";
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconRefresh,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";
import { useLiveState } from "../../../state/live-context.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Banner, Tag } from "../../../ui/badges.tsx";
import { formatExactTime } from "../../../ui/time.ts";
import { BackupsCard } from "./BackupsCard.tsx";
import { NodesCard } from "./NodesCard.tsx";
import { QueryPage } from "../kit/resource/QueryPage.tsx";
import { BackupCard, MailCard, StorageCard, VersionCard } from "./StatusCards.tsx";
import "./system.css";
import { findingMessage } from "./finding-message.ts";
import { t } from "./text.ts";

/**
 * Renders Settings → Backup and health for the installation owner (API-075). The health checks run
 * when the page opens and on request.
 */
export function SystemPage() {
  const query = useQuery({
    queryKey: ["instance", "health"],
    queryFn: ({ signal }) => api.get<Health>("/instance/health", { signal }),
  });
  const isOffline = useLiveState((state) => state.connection.kind === "offline");
  const recheckButton = (
    <Button
      icon={IconRefresh}
      unavailable={isOffline ? t("system.offline") : query.isFetching}
      onClick={() => void query.refetch()}
    >
      {t(query.isFetching ? "system.looking" : "system.again")}
    </Button>
  );
  return (
    <QueryPage
      query={query}
      title={t("system.title")}
      about={t("system.about")}
      rows={false}
      tools={() => recheckButton}
    >
      {(health) => (
        <div className="cols system">
          <div className="healthmain">
            <BackupsCard />
            {health.nodes.length > 1 && <NodesCard nodes={health.nodes} />}
            <HealthChecks health={health} />
          </div>
          <aside className="side" aria-label={t("system.side")}>
            <VersionCard health={health} />
            <StorageCard storage={health.storage} />
            {health.backup !== null && <BackupCard backup={health.backup} />}
            <MailCard mail={health.mail} />
          </aside>
        </div>
      )}
    </QueryPage>
  );
}

function HealthChecks({ health: { state, checks, checked_at } }: { health: Health }) {
  const count = (severity: Finding["state"]) =>
    checks.filter((finding) => finding.state === severity).length;
  return (
    <section className="card" aria-labelledby="s-checks">
      <h2 id="s-checks" className="vh">
        {t("system.checks")}
      </h2>
      <Banner tone={stateTones[state]} live>
        <p className="medium">
          {state === "good"
            ? t("system.well")
            : t("system.unwell", { faults: count("fault"), warnings: count("warning") })}
        </p>
        <p className="t12 soft num">{t("system.checked", { time: formatExactTime(checked_at) })}</p>
      </Banner>
      <ul className="findings">
        {sortBySeverity(checks).map((finding) => (
          <HealthCheck
            key={[finding.code, ...Object.values(finding.values)].join(" ")}
            finding={finding}
          />
        ))}
      </ul>
    </section>
  );
}

function HealthCheck({ finding }: { finding: Finding }) {
  const { message, advice } = findingMessage(finding);
  const link = checkLinks[finding.check];
  return (
    <li>
      <Icon of={stateIcons[finding.state]} className={stateColours[finding.state]} />
      <h3>
        {t(`check.${finding.check}`)}
        {finding.state !== "good" && (
          <Tag tone={stateTones[finding.state]}>{t(`state.${finding.state}`)}</Tag>
        )}
      </h3>
      <div className="words">
        <p>{message}</p>
        {advice !== null && <p>{advice}</p>}
        {link !== undefined && (
          <p>
            <Link to={link.to} params={{ _splat: link.page } as never}>
              {t(`way.${link.page}`)}
            </Link>
          </p>
        )}
      </div>
    </li>
  );
}

const stateTones = { good: "ok", warning: "warn", fault: "bad" } as const;
const stateColours = { good: "success", warning: "warning", fault: "danger" } as const;
const stateIcons = {
  good: IconCircleCheck,
  warning: IconAlertTriangle,
  fault: IconAlertCircle,
} as const;
/** Pages on which the problem of a health check can be fixed. */
const checkLinks: Partial<
  Record<
    Finding["check"],
    { to: "/settings/$" | "/integrations/$"; page: "mail" | "audit" | "deliveries" }
  >
> = {
  mail: { to: "/settings/$", page: "mail" },
  audit: { to: "/settings/$", page: "audit" },
  deliveries: { to: "/integrations/$", page: "deliveries" },
};

/**
 * Sorts findings by severity: errors, warnings, good. Findings of equal severity keep the server's
 * order.
 */
export function sortBySeverity(findings: readonly Finding[]): readonly Finding[] {
  return (["fault", "warning", "good"] as const).flatMap((state) =>
    findings.filter((finding) => finding.state === state),
  );
}
