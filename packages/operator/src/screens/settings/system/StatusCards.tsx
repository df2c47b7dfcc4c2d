import type { Health } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { i18n } from "../../../text/index.ts";
import { formatFullTime, useNow } from "../../../ui/time.ts";
import { formatSize } from "../../../ui/file/format-size.ts";
import { t } from "./text.ts";

/** Shows the running versions and the start time of the server. */
export function VersionCard({ health }: { health: Health }) {
  return (
    <StatusCard id="version" title={t("system.version")}>
      <dl className="sidefacts">
        <Fact name={<bdi>Parlour</bdi>} value={<span className="mono">{health.version}</span>} />
        <Fact
          name={t("version.since")}
          value={<span className="num">{formatFullTime(health.started_at)}</span>}
        />
        {health.database_version !== null && (
          <Fact
            name={<bdi>PostgreSQL</bdi>}
            value={<span className="mono">{health.database_version}</span>}
          />
        )}
        <Fact
          name={<bdi>Node.js</bdi>}
          value={<span className="mono">{health.node_version}</span>}
        />
      </dl>
    </StatusCard>
  );
}

const num = (text: string): ReactNode => <span className="num">{text}</span>;

/** Shows the used and the free storage. */
export function StorageCard({ storage }: { storage: Health["storage"] }) {
  const size = (n: number | null) => (n === null ? t("storage.unknown") : formatSize(n));
  return (
    <StatusCard id="storage" title={t("system.storage")}>
      <dl className="sidefacts">
        <Fact name={t("storage.database")} value={num(size(storage.database_bytes))} />
        <Fact
          name={t("storage.files")}
          value={num(
            storage.files === null
              ? t("storage.unknown")
              : `${i18n.number(storage.files.count)} · ${formatSize(storage.files.bytes)}`,
          )}
        />
        <Fact name={t("storage.free")} value={num(size(storage.free_bytes))} />
        <Fact name={t("storage.kind")} value={t(`storage.kind.${storage.kind}`)} />
      </dl>
      <p>
        <Link to="/settings/$" params={{ _splat: "data" }}>
          {t("way.data")}
        </Link>
      </p>
    </StatusCard>
  );
}

/** Shows the time, the folder and the completeness of the latest backup. */
export function BackupCard({ backup }: { backup: NonNullable<Health["backup"]> }) {
  const now = useNow(60_000);
  const hours = Math.max(0, Math.floor((now - Date.parse(backup.created_at)) / 3_600_000));
  return (
    <StatusCard id="backup" title={t("backup.latest")}>
      <dl className="sidefacts">
        <Fact
          name={t("backup.made")}
          value={<span className="num">{formatFullTime(backup.created_at)}</span>}
        />
        <Fact
          name={t("backup.age")}
          value={
            hours < 48
              ? t("backup.hours", { n: hours })
              : t("backup.days", { n: Math.floor(hours / 24) })
          }
        />
        {backup.accounts.map((account) => (
          <Fact
            key={account.id}
            name={<bdi>{account.name}</bdi>}
            value={
              <span className="num">
                {t("backup.position", { n: i18n.number(account.position) })}
              </span>
            }
          />
        ))}
      </dl>
      <p className="mono">{backup.folder}</p>
      {!backup.is_there && <p className="soft">{t("backup.gone")}</p>}
    </StatusCard>
  );
}

/** Shows the mail server with a link to its test. */
export function MailCard({ mail }: { mail: Health["mail"] }) {
  return (
    <StatusCard id="mail" title={t("system.mail")}>
      {mail === null ? (
        <p className="soft">{t("mail.none")}</p>
      ) : (
        <dl className="sidefacts">
          <Fact name={t("mail.by")} value={<bdi>{`${mail.host}:${mail.port}`}</bdi>} />
          <Fact name={t("mail.as")} value={<bdi>{mail.from}</bdi>} />
        </dl>
      )}
      <p>
        <Link to="/settings/$" params={{ _splat: "mail" }}>
          {t(mail === null ? "mail.setup" : "mail.try")}
        </Link>
      </p>
    </StatusCard>
  );
}

function StatusCard({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="card" aria-labelledby={`s-${id}`}>
      <h2 id={`s-${id}`}>{title}</h2>
      {children}
    </section>
  );
}
function Fact({ name, value }: { name: ReactNode; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
