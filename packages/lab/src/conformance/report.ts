/** `failed`: what was observed and how to fix it. `skipped`: what the check requires. */
export interface Finding {
  /** Id of the rule in docs/spec. */
  readonly rule: string;
  readonly title: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** Observed behaviour. `""` if there is nothing to add. */
  readonly seen: string;
  /** Advice for a fix. `""` for a passed check. */
  readonly advice: string;
  /** Time of the slowest response in the check, milliseconds. Null if nothing was sent. */
  readonly ms: number | null;
}

/** Verdict of a check. `rule` is set if the violated rule is not the rule of the check. */
export type Verdict =
  | { readonly outcome: "passed"; readonly seen?: string }
  | { readonly outcome: "skipped"; readonly seen: string; readonly advice?: string }
  | {
      readonly outcome: "failed";
      readonly seen: string;
      readonly advice: string;
      readonly rule?: string | undefined;
    };
export const createPassedVerdict = (seen = ""): Verdict => ({ outcome: "passed", seen });
export const createSkippedVerdict = (seen: string, advice = ""): Verdict => ({
  outcome: "skipped",
  seen,
  advice,
});
export const createFailedVerdict = (seen: string, advice: string, rule?: string): Verdict => ({
  outcome: "failed",
  seen,
  advice,
  rule,
});

export interface Check {
  readonly rule: string;
  readonly title: string;
  readonly run: () => Promise<Verdict>;
  /** If this check fails, all others are skipped. */
  readonly first?: true | undefined;
}

/** Runs checks in order. `slowest` returns the longest response time since its last call. */
export async function runChecks(
  checks: readonly Check[],
  slowest: () => number | null,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  let stopped = false;
  for (const check of checks) {
    const verdict = stopped ? createSkippedVerdict("The first check failed.") : await check.run();
    if (verdict.outcome === "failed" && check.first) stopped = true;
    findings.push({
      rule: (verdict.outcome === "failed" ? verdict.rule : undefined) ?? check.rule,
      title: check.title,
      outcome: verdict.outcome,
      seen: verdict.seen ?? "",
      advice: "advice" in verdict ? (verdict.advice ?? "") : "",
      ms: slowest(),
    });
  }
  return findings;
}

export interface Report {
  readonly interface: "channel" | "bot" | "webhook";
  /** The tested URL without query, user and token, because they can be secrets. */
  readonly url: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly findings: readonly Finding[];
}

export function createReport(
  kind: Report["interface"],
  url: URL,
  findings: readonly Finding[],
): Report {
  const count = (outcome: Finding["outcome"]) =>
    findings.filter((finding) => finding.outcome === outcome).length;
  return {
    interface: kind,
    url: `${url.origin}${url.pathname}`,
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("skipped"),
    findings,
  };
}

export function formatReport(report: Report): string[] {
  const lines = [`parlour conformance ${report.interface}: ${report.url}`, ""];
  for (const { rule, title, outcome, seen, advice, ms } of report.findings) {
    lines.push(
      `${outcome.padEnd(7)}  ${rule.padEnd(8)}  ${title}${ms === null ? "" : ` (${ms} ms)`}`,
    );
    if (seen !== "") lines.push(`         seen: ${seen}`);
    if (advice !== "") lines.push(`         do:   ${advice}`);
  }
  lines.push("", `${report.passed} passed, ${report.failed} failed, ${report.skipped} skipped`);
  return lines;
}
