import type { Finding, FindingCode } from "@parlour/protocol/api";
import { exactTime } from "../../../ui/Time.tsx";
import { sizeText } from "../../inbox/format.ts";
import { t } from "./text.ts";

type Quiet = Extract<FindingCode, `${string}_good` | "mail_off" | "storage_disk" | "scanner_off" | "tls_local" | "origins_shared">;
const mib = 1024 * 1024;

/** Returns the text of a finding, and its advice if action is needed (API-075). */
export function wordsOfFinding({ code, state, values }: Pick<Finding, "code" | "state" | "values">): {
  said: string;
  advice: string | null;
} {
  const shown = Object.fromEntries(Object.entries(values).map(([name, value]) => shownAs(name, value)));
  return {
    said: t(`finding.${code}`, shown),
    advice: state === "good" ? null : t(`advice.${code as Exclude<FindingCode, Quiet>}`, shown),
  };
}

/** Formats sizes and times for the interface language, and removes the unit from the name. */
function shownAs(name: string, value: string | number): [string, string | number] {
  if (name.endsWith("_mib")) return [name.slice(0, -"_mib".length), sizeText(Number(value) * mib)];
  return name.endsWith("_at") ? [name, exactTime(value)] : [name, value];
}

/** Sorts findings by severity: faults, warnings, good. Each group keeps the server's order. */
export function byWeight(findings: readonly Finding[]): readonly Finding[] {
  return (["fault", "warning", "good"] as const).flatMap((state) => findings.filter((one) => one.state === state));
}
