import { readFile } from "node:fs/promises";
import { listOwnHosts } from "../../settings/account/host-names.ts";
import { parseConfig, type ServerAddresses } from "../../config/read-config.ts";
import { StartError } from "../../embedded/start-error.ts";
import { applyProvisioningFile, type ApplyResult } from "../../provisioning/apply.ts";
import { readFileAtStartup } from "../../provisioning/apply-file-at-startup.ts";
import { parseCommandArgs, UsageError, type Command, type CommandDeps } from "../command.ts";
import { assertSecretKey, openExisting, openOrCreateDatabase, readAddresses } from "../database.ts";
import { loadSecretKey } from "../secret-key.ts";

/** Applies a provisioning file to an installation, whether it runs or not (CFG-021, CFG-022). */
export const applyCommand: Command = {
  name: "apply",
  usage: "parlour apply [--dry-run] [--prune] [--json] FILE",
  help:
    "Applies the provisioning file FILE. Applying it again changes nothing. A running Parlour picks up changes within a second.\n" +
    "  --dry-run   print the differences (+ added, ~ changed, - removed) without applying them\n  --prune     remove resources that were in an earlier file but are not in this one\n  --json      print one JSON object",
  async run(args, deps) {
    const {
      values,
      rest: [path],
    } = parseCommandArgs(args, { "dry-run": { type: "boolean" }, prune: { type: "boolean" } }, 1);
    if (path === undefined) throw new UsageError("FILE is missing");
    const config = parseConfig(deps.env);
    const desired = await readFileAtStartup(path, deps.env, {
      read: (file) => readFile(file, "utf8"),
      log: deps.log,
      sourceName: "FILE",
    });
    if (desired === null) throw new StartError(`could not read ${path}`, 78);
    const open = values["dry-run"] === true ? openExisting : openOrCreateDatabase;
    const database = await open({ config, log: deps.log, clock: deps.clock });
    try {
      const secretKey = loadSecretKey(database.dataDir, config.secretKey, deps.log);
      await assertSecretKey(database.url, secretKey);
      const addresses = await readAddresses(database.url, config);
      const applied = await applyProvisioningFile(desired, {
        url: database.url,
        secretKey,
        clock: deps.clock,
        dryRun: values["dry-run"] === true,
        prune: values.prune === true,
        egressAllow: config.egressAllow,
        reservedHosts: listOwnHosts(addresses),
      });
      if (values.json === true)
        deps.out(
          JSON.stringify({
            dry_run: values["dry-run"] === true,
            changes: applied.differences,
            kept: applied.notPruned,
            ended: applied.ended,
            made: applied.createdSecrets,
          }),
        );
      else printResult(applied, values["dry-run"] === true, addresses, deps);
    } finally {
      await database.embedded?.stop();
    }
    return 0;
  },
};

function printResult(
  applied: ApplyResult,
  dryRun: boolean,
  { publicUrl, webhookBaseUrl }: ServerAddresses,
  { out }: CommandDeps,
): void {
  for (const { sign, subject, detail } of applied.differences)
    out(`${sign} ${subject}${detail === "" ? "" : `: ${detail}`}`);
  for (const subject of applied.notPruned)
    out(`  ${subject} is no longer in the file; use --prune to remove it`);
  for (const subject of applied.ended)
    out(`  ${subject} has ended and stays so; add reactivate: true to activate it again`);
  if (dryRun)
    return out(
      applied.differences.length === 0
        ? "no changes"
        : `pending changes: ${applied.differences.length}; dry run, nothing was applied`,
    );
  for (const channel of applied.createdSecrets.channels) {
    if (channel.randomString !== null)
      out(
        `  channel ${channel.name}: inbound URL ${webhookBaseUrl}/${channel.randomString}/${channel.publicId}`,
      );
    if (channel.secret !== null)
      out(`  channel ${channel.name}: signing secret ${channel.secret} (shown once)`);
  }
  for (const { subject, secret } of applied.createdSecrets.secrets)
    out(`  ${subject}: signing secret ${secret} (shown once)`);
  for (const { email, path } of applied.createdSecrets.invitations)
    out(`  operator ${email}: invitation link ${publicUrl}${path} (valid for 7 days, works once)`);
  out(applied.differences.length === 0 ? "no changes" : `${applied.differences.length} changed`);
}
