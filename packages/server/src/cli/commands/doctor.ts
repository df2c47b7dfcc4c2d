import { parseConfig } from "../../config/read-config.ts";
import { StartError } from "../../embedded/start-error.ts";
import { parseCommandArgs, type Command } from "../command.ts";
import { doctorChecks, type DoctorFinding } from "../doctor/index.ts";

/** Suggests a remedy for each problem (CLI-003). Changes nothing. */
export const doctorCommand: Command = {
  name: "doctor",
  usage: "parlour doctor [--json]",
  help: "Checks configuration, disk, database, nodes, clock, pending deliveries, audit log, backups, mail, storage, virus scanner, ports, TLS, origins and outgoing requests, and suggests a fix for each problem.",
  async run(args, deps) {
    const { values } = parseCommandArgs(args, {}, 0);
    const findings: DoctorFinding[] = [];
    try {
      const config = parseConfig(deps.env);
      findings.push({ check: "configuration", state: "good", message: "all variables are valid" });
      for (const check of doctorChecks)
        findings.push(...(await check({ config, clock: deps.clock, log: deps.log })));
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      findings.push(
        ...error.message
          .split("\n")
          .map((message): DoctorFinding => ({ check: "configuration", state: "fault", message })),
      );
    }
    if (values.json === true)
      deps.out(JSON.stringify({ good: findings.every((f) => f.state !== "fault"), findings }));
    else for (const finding of findings) deps.out(formatFinding(finding));
    if (findings.some((f) => f.state === "fault" && f.check === "configuration")) return 78;
    return findings.some((f) => f.state === "fault") ? 1 : 0;
  },
};

/** Formats a finding as one line, with its advice on a second one. */
export function formatFinding({ check, state, message, advice }: DoctorFinding): string {
  return `${stateLabels[state]} ${check}: ${message}${advice === undefined ? "" : `\n       ${advice}`}`;
}
const stateLabels = { good: "ok   ", warning: "warn ", fault: "FAULT" } as const;
