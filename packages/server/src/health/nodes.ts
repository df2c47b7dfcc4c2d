import type { Cluster } from "../cluster/index.ts";
import type { Finding } from "./finding.ts";

/** What a node says about itself. */
interface NodeReport {
  readonly node: number;
  /** Release. */
  readonly version: string;
  /** Start of its process, in ms since 1970. */
  readonly startedAt: number;
  /** Host name of its machine. */
  readonly host: string;
  /** Number of sockets of operators and visitors. Null: it stops and accepts no more of them. */
  readonly sockets: number | null;
  /** Reasons why it is not ready (CFG-016). */
  readonly problems: readonly Finding[];
}
/** A running node, as this node sees it (API-382). `report` is null if it did not respond. */
export interface NodeHealth {
  readonly node: number;
  /** Whether it is this node. */
  readonly isCurrent: boolean;
  readonly report: NodeReport | null;
}
export interface NodeReportsDeps {
  readonly cluster: Cluster;
  readonly describe: () => Promise<Omit<NodeReport, "node">>;
}

const reportTopic = "node report";
/** Longer than the checks of `/ready` take. */
const responseTimeoutMs = 2_500;

/** Creates a function that asks every running node for its report. */
export function createNodeReports({
  cluster,
  describe,
}: NodeReportsDeps): () => Promise<readonly NodeHealth[]> {
  const current = cluster.node;
  const report = async (): Promise<NodeReport> => ({ node: current, ...(await describe()) });
  cluster.onRequest<object, NodeReport>(reportTopic, report);
  return async () => {
    const [own, { results }] = await Promise.all([
      report(),
      cluster.requestAll<NodeReport>(reportTopic, {}, responseTimeoutMs),
    ]);
    const reports = new Map([own, ...results].map((item) => [item.node, item]));
    const nodes = new Set([current, ...cluster.listOtherNodes(), ...reports.keys()]);
    return [...nodes]
      .toSorted((a, b) => a - b)
      .map((node) => ({ node, isCurrent: node === current, report: reports.get(node) ?? null }));
  };
}
