import type { Clock } from "../../core/ports.ts";
import { openSocket } from "../../egress/socket.ts";
import { readMail } from "../../store/settings/mail.ts";
import { readStorage } from "../../store/settings/storage.ts";
import type { Finding, Surroundings } from "./finding.ts";
import { askDatabase } from "./with-database.ts";

/** The mail server and the S3 service, where they are set up: a connection to each, without a word. */
export async function services(around: Surroundings): Promise<Finding[]> {
  return askDatabase(around, async (tx) => {
    const { mail } = await readMail(tx);
    const { kind, s3 } = await readStorage(tx);
    const found: Finding[] = [];
    if (mail === null) found.push({ check: "mail", state: "good", message: "not set up; nothing waits for it" });
    else
      found.push(
        await reach(
          "mail",
          mail,
          around.clock,
          "mend host, port or firewall; Settings → Mail sends a test mail and says at which step it ends",
        ),
      );
    if (s3 === null || kind === "disk") found.push({ check: "storage", state: "good", message: "files are kept on the disk" });
    else
      found.push(
        await reach(
          "storage",
          addressOf(s3.endpoint),
          around.clock,
          "mend the endpoint of `storage`, or the way to it; until then no file is stored or shown",
        ),
      );
    return found;
  });
}

async function reach(check: string, to: { readonly host: string; readonly port: number }, clock: Clock, advice: string): Promise<Finding> {
  const late = new AbortController();
  const cancel = clock.alarm(clock.now() + 5_000, () => late.abort(new Error("too late")));
  const at = `${to.host}:${to.port}`;
  try {
    const socket = await openSocket({}, to, late.signal);
    if (socket instanceof Error)
      return { check, state: "fault", message: `${at} cannot be reached (${late.signal.aborted ? "timeout" : socket.outcome})`, advice };
    socket.destroy();
    return { check, state: "good", message: `${at} can be reached` };
  } finally {
    cancel();
  }
}

function addressOf(endpoint: string): { readonly host: string; readonly port: number } {
  const { hostname, port, protocol } = new URL(endpoint);
  return { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port) };
}
