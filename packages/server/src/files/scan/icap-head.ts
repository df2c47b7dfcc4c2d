import { ScanError } from "./scanner-connection.ts";

/** Status line and headers of a response. Header names are in lower case. */
export interface IcapHead {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
}
const maxHead = 16 * 1024;

/**
 * Creates a reader that collects the head of a response. The reader returns the head and the bytes
 * after it. Throws ScanError if the response is not ICAP.
 */
export function createHeadReader(): (
  part: Buffer | null,
) => readonly [IcapHead, Buffer] | undefined {
  let received = Buffer.alloc(0);
  return (part) => {
    if (part === null) throw new ScanError("the connection was closed without an answer");
    received = Buffer.concat([received, part]);
    const end = received.indexOf("\r\n\r\n");
    if (end < 0 ? received.length > maxHead : end > maxHead)
      throw new ScanError("the head of the answer is too long");
    return end < 0
      ? undefined
      : [parseHead(received.toString("latin1", 0, end)), received.subarray(end + 4)];
  };
}

function parseHead(text: string): IcapHead {
  // A line that begins with white space continues the previous line.
  const [statusLine = "", ...headerLines] = text.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const [, status] = /^ICAP\/1\.[01] (\d{3})\b/.exec(statusLine) ?? [];
  if (status === undefined) throw new ScanError("the answer is not ICAP");
  const headers = headerLines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, Math.max(0, colon)).trim().toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(status), headers: new Map(headers) };
}

/**
 * Returns the name of the threat in the headers, "" for a threat without a name, or null if there
 * is not a threat.
 */
export function findThreat(headers: ReadonlyMap<string, string>): string | null {
  const infection = headers.get("x-infection-found");
  const virus = headers.get("x-virus-id") ?? headers.get("x-virus-name");
  const isClean = (text: string | undefined): boolean =>
    text === undefined || /^(?:|0|none|no|clean)$/i.test(text);
  if (isClean(infection) && isClean(virus) && isClean(headers.get("x-violations-found")))
    return null;
  const [, threat] = /\bThreat=([^;]+)/i.exec(infection ?? "") ?? [];
  return (threat ?? (isClean(virus) ? "" : virus) ?? "").trim();
}
