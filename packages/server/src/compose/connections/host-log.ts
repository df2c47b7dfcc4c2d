import { checkHosts } from "../../health/database.ts";
import type { HostState } from "../../store/database/hosts/ask-hosts.ts";

/** Returns a function that reports the states of the hosts of DATABASE_URL when they change. */
export function createHostLog(
  report: (level: "info" | "warn", hosts: string) => void,
): (states: readonly HostState[]) => void {
  let reported = "";
  return (states) => {
    // The reason of a refusal varies with each attempt.
    const roles = states.map(({ host, role, timeline }) => `${host} ${role} ${timeline}`).join();
    if (roles === reported) return;
    reported = roles;
    const findings = checkHosts(states);
    const isGood = findings.every(({ state }) => state === "good");
    report(isGood ? "info" : "warn", findings.map(({ message }) => message).join("; "));
  };
}
