import type { Clock } from "../../core/command.ts";
import type { ClientAddress } from "../../core/client/address.ts";
import { fail, type Failure } from "../../core/failure.ts";
import { createFinding, type Finding } from "../finding.ts";

/** Period in ms for which a finding is shown after it was seen last. */
const retentionMs = 24 * 3_600_000;
/** Maximum number of findings. Anyone can send requests with any `Origin`. */
const maxFindings = 20;

export interface EnvironmentDeps {
  readonly clock: Clock;
  readonly log: { warn(fields: object, message: string): void };
  /** Returns the public URL of the installation (CFG-002). */
  readonly publicUrl: () => string;
}
/**
 * What requests show about the surroundings of this node (CFG-166). One function makes the finding
 * of a cause. Refusals, the log, `doctor` and the health report use the same finding.
 */
export interface Environment {
  /** A page of the installation was opened at the origin `opened`. Returns the refusal. */
  noteWrongAddress(opened: string): Failure;
  /**
   * A socket's address was requested without an upgrade. Returns the refusal. `isSeen` is false for
   * a request that no browser sends to open a socket.
   */
  noteMissingUpgrade(isSeen: boolean): Failure;
  /** A peer that is no trusted proxy sent a header that names another client (CFG-008). */
  noteUntrustedProxy(peer: ClientAddress): void;
  /** Returns what was seen in the last 24 hours. */
  findings(): readonly Finding[];
}

/** Creates the memory of this node's findings. Each is logged once, when it is first seen. */
export function createEnvironment({ clock, log, publicUrl }: EnvironmentDeps): Environment {
  const seen = new Map<string, { readonly finding: Finding; at: number }>();
  const prune = (): void => {
    const since = clock.now() - retentionMs;
    for (const [key, { finding, at }] of seen)
      // After the set-up took an address, findings about the earlier one are void.
      if (at < since || (finding.values["url"] ?? publicUrl()) !== publicUrl()) seen.delete(key);
  };
  const note = (finding: Finding): Finding => {
    const { code, values, message, advice } = finding;
    const key = JSON.stringify([code, values]);
    const known = seen.get(key);
    if (known !== undefined) known.at = clock.now();
    else {
      if (seen.size >= maxFindings) prune();
      if (seen.size >= maxFindings) return finding;
      seen.set(key, { finding, at: clock.now() });
      log.warn({ code, ...values }, `environment: ${message}; ${advice ?? ""}`);
    }
    return finding;
  };
  return {
    noteWrongAddress(opened) {
      const url = publicUrl();
      note(createFinding("origins_wrong_address", { url, opened }));
      return fail(
        "wrong_address",
        `This installation is set up for ${url}, you opened ${opened}. Open ${url}, or set PUBLIC_URL=${opened} and restart Parlour.`,
        { location: url },
      );
    },
    noteMissingUpgrade(isSeen) {
      if (isSeen) note(createFinding("proxy_no_websockets", { url: publicUrl() }));
      return fail(
        "websocket_needed",
        "This address needs the upgrade to a WebSocket. If a proxy is in front of Parlour, allow upgrades in it.",
      );
    },
    noteUntrustedProxy: (peer) => void note(createFinding("proxy_untrusted", { peer })),
    findings() {
      prune();
      return [...seen.values()].map(({ finding }) => finding);
    },
  };
}

/** Returns what the node has seen, and that its proxy, if any, gave no cause for a finding. */
export function checkEnvironment(environment: Environment): readonly Finding[] {
  const findings = environment.findings();
  return findings.some(({ check }) => check === "proxy")
    ? findings
    : [...findings, createFinding("proxy_good")];
}
