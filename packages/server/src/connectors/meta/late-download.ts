import { refuse, Refusal } from "../../core/failure.ts";
import type { ConnectorChannel } from "../connector-channel.ts";
import type { AttachmentDownload } from "../inbound/download-attachment.ts";
import type { ServicePort } from "../ports.ts";

/**
 * Time after which a message is stored without a file that cannot be loaded, in milliseconds. Until
 * then, the service sends the message again.
 */
const maxFileWaitMs = 10 * 60_000;

interface LateDownloadDeps {
  readonly clock: ServicePort["clock"];
  readonly log: ServicePort["log"];
}
interface LateDownload {
  readonly file: AttachmentDownload["file"];
  readonly open: AttachmentDownload["open"];
  /** When the message was written, in milliseconds since 1970, or null. */
  readonly at: number | null;
  readonly serviceName: string;
}

/** Creates the download of a file that the service gives for some time (WA-014). */
export function createLateDownload(
  { clock, log }: LateDownloadDeps,
  { account, id, kind }: ConnectorChannel,
  { at, serviceName, file, open }: LateDownload,
): AttachmentDownload {
  const isLate = (): boolean => at === null || clock.now() - at >= maxFileWaitMs;
  return {
    file,
    open,
    findFault: (error) =>
      isLate() && !isRefusalOfMessage(error)
        ? { failure: error instanceof Error ? error.message : String(error), isFinal: true }
        : null,
    giveUp({ failure, isFinal }) {
      if (!isFinal && !isLate()) refuse("temporarily_unavailable", failure);
      log.warn({ reason: failure, account, channel: id }, `${kind}.no_file`);
      return `${serviceName} no longer has this file.`;
    },
  };
}

const isRefusalOfMessage = (error: unknown): boolean =>
  error instanceof Refusal && error.failure.failure !== "temporarily_unavailable";
