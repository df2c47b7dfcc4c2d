import type { Health, NodeHealth } from "@parlour/protocol/api";
import { i18n } from "../../../text/index.ts";
import { Tag } from "../../../ui/badges.tsx";
import { formatFullTime } from "../../../ui/time.ts";
import { ResourceTable, type ResourceColumn } from "../kit/resource/ResourceTable.tsx";
import { findingMessage } from "./finding-message.ts";
import { t } from "./text.ts";

/** Shows all nodes of the installation, and which of them has run the checks (API-382). */
export function NodesCard({ nodes }: { nodes: Health["nodes"] }) {
  return (
    <section className="card nodes" aria-labelledby="s-nodes">
      <h2 id="s-nodes">{t("nodes.title")}</h2>
      <p className="soft">{t("nodes.about")}</p>
      <ResourceTable
        resources={nodes}
        name={{ head: t("nodes.node"), cell: (node) => <NodeName node={node} /> }}
        columns={createColumns()}
        isOff={(node) => node.state === "silent"}
      />
    </section>
  );
}

function NodeName({ node: { id, host, is_current } }: { node: NodeHealth }) {
  return (
    <>
      {t("nodes.name", { id })}
      {is_current && <Tag tone="info">{t("nodes.current")}</Tag>}
      {host !== null && (
        <small>
          <bdi>{host}</bdi>
        </small>
      )}
    </>
  );
}

const createColumns = (): readonly ResourceColumn<NodeHealth>[] => [
  {
    head: t("nodes.state"),
    cell: (node) => <NodeState node={node} />,
  },
  {
    head: t("system.version"),
    className: "mono",
    cell: ({ version }) => version,
  },
  {
    head: t("version.since"),
    className: "num",
    cell: ({ started_at }) => started_at !== null && formatFullTime(started_at),
  },
  {
    head: t("nodes.sockets"),
    className: "num",
    cell: ({ sockets }) => sockets !== null && i18n.number(sockets),
  },
];

const stateTones = { ready: "ok", not_ready: "bad", stopping: "warn", silent: "warn" } as const;

function NodeState({ node: { state, problems } }: { node: NodeHealth }) {
  return (
    <div className="nodestate">
      <Tag tone={stateTones[state]}>{t(`nodes.state.${state}`)}</Tag>
      {problems.map((finding) => (
        <small key={finding.code}>{findingMessage(finding).message}</small>
      ))}
    </div>
  );
}
