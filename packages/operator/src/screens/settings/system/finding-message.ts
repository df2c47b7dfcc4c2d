import type { BackupError, Finding, FindingCode } from "@parlour/protocol/api";
import { formatExactTime } from "../../../ui/time.ts";
import { formatSize } from "../../../ui/file/format-size.ts";
import { t } from "./text.ts";

type CodeWithoutAdvice = Extract<
  FindingCode,
  | `${string}_good`
  | "nodes_several"
  | "redis_off"
  | "connectors_none"
  | "database_backfill"
  | "mail_off"
  | "storage_disk"
  | "scanner_off"
  | "tls_local"
  | "origins_shared"
>;
const bytesPerMib = 1024 * 1024;

/** Returns the text of a finding. If action is needed, includes the advice (API-358). */
export function findingMessage({ code, state, values }: Finding): {
  message: string;
  advice: string | null;
} {
  const formatted = Object.fromEntries(
    Object.entries(values).map(([name, value]) => formatValue(name, value)),
  );
  if (code === "backups_failed")
    formatted["error"] = t(`backup.error.${formatted["error"] as BackupError}`);
  return {
    message: t(`finding.${code}`, formatted),
    advice:
      state === "good"
        ? null
        : t(`advice.${code as Exclude<FindingCode, CodeWithoutAdvice>}`, formatted),
  };
}

/**
 * Formats sizes and times in the interface language, and removes the unit from the name of the
 * value.
 */
function formatValue(name: string, value: string | number): [string, string | number] {
  if (name.endsWith("_mib"))
    return [name.slice(0, -"_mib".length), formatSize(Number(value) * bytesPerMib)];
  return name.endsWith("_at") ? [name, formatExactTime(value)] : [name, value];
}
