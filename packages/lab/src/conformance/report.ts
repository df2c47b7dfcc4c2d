/** What one check found. `failed` says what was seen and what to do; `skipped` says what it would need. */
export interface Finding {
  /** Id of the rule in docs/spec. */
  readonly rule: string;
  readonly title: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** What was seen; `""` when there is nothing to add. */
  readonly seen: string;
  /** What to do; `""` for what passed. */
  readonly advice: string;
  /** Time of the slowest answer in the check; null when nothing was asked. */
  readonly ms: number | null;
}

/** What a check answers. `rule` is named when another rule than that of the check is broken. */
export type Verdict =
  | { readonly outcome: "passed"; readonly seen?: string }
  | { readonly outcome: "skipped"; readonly seen: string; readonly advice?: string }
  | { readonly outcome: "failed"; readonly seen: string; readonly advice: string; readonly rule?: string };
export const passed = (seen = ""): Verdict => ({ outcome: "passed", seen });
export const skipped = (seen: string, advice = ""): Verdict => ({ outcome: "skipped", seen, advice });
export const failed = (seen: string, advice: string, rule?: string): Verdict => ({
  outcome: "failed",
  seen,
  advice,
  ...(rule === undefined ? {} : { rule }),
});

export interface Check {
  readonly rule: string;
  readonly title: string;
  readonly run: () => Promise<Verdict>;
  /** When it fails there is no sense in the rest: it is skipped. */
  readonly first?: true;
}

/** Runs checks one after the other, in order; `slowest` tells the longest answer since it was last asked. */
export async function runChecks(checks: readonly Check[], slowest: () => number | null): Promise<Finding[]> {
  const findings: Finding[] = [];
  let stopped = false;
  for (const check of checks) {
    const verdict = stopped ? skipped("The first check failed.") : await check.run();
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
  /** Without query, user and token: these can be secrets. */
  readonly url: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly findings: readonly Finding[];
}

export function reportOf(kind: Report["interface"], url: URL, findings: readonly Finding[]): Report {
  const count = (outcome: Finding["outcome"]) => findings.filter((finding) => finding.outcome === outcome).length;
  return {
    interface: kind,
    url: `${url.origin}${url.pathname}`,
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("skipped"),
    findings,
  };
}

/** The report as lines for a person. */
export function linesOf(report: Report): string[] {
  const lines = [`parlour conformance ${report.interface}: ${report.url}`, ""];
  for (const { rule, title, outcome, seen, advice, ms } of report.findings) {
    lines.push(`${outcome.padEnd(7)}  ${rule.padEnd(8)}  ${title}${ms === null ? "" : ` (${ms} ms)`}`);
    if (seen !== "") lines.push(`         seen: ${seen}`);
    if (advice !== "") lines.push(`         do:   ${advice}`);
  }
  lines.push("", `${report.passed} passed, ${report.failed} failed, ${report.skipped} skipped`);
  return lines;
}
