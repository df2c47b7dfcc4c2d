import type { Log } from "../log.ts";
import type { HostState } from "../store/database/hosts/ask-hosts.ts";
import { checkHosts } from "./database.ts";

/** Returns a function that logs the states of the hosts of DATABASE_URL when they change. */
export function createHostLog(
  log: Pick<Log, "info" | "warn">,
): (states: readonly HostState[]) => void {
  let logged = "";
  return (states) => {
    // The reason of a refusal varies with each attempt.
    const roles = states.map(({ host, role, timeline }) => `${host} ${role} ${timeline}`).join();
    if (roles === logged) return;
    logged = roles;
    const findings = checkHosts(states);
    const hosts = findings.map(({ message }) => message).join("; ");
    const isGood = findings.every(({ state }) => state === "good");
    log[isGood ? "info" : "warn"]({ hosts }, "database.hosts");
  };
}
