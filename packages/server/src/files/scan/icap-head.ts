import { ScanFault } from "./talk.ts";

/** Status line and headers of a response. Names in lower case. */
export interface IcapHead {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
}
const maxHead = 16 * 1024;

/**
 * Creates a reader that collects the head of a response. Returns it with the bytes after it. Throws
 * ScanError if it is not ICAP.
 */
export function headReader(): (part: Buffer | null) => readonly [IcapHead, Buffer] | undefined {
  let kept = Buffer.alloc(0);
  return (part) => {
    if (part === null) throw new ScanFault("the connection was closed without an answer");
    kept = Buffer.concat([kept, part]);
    const end = kept.indexOf("\r\n\r\n");
    if (end < 0 ? kept.length > maxHead : end > maxHead) throw new ScanFault("the head of the answer is too long");
    return end < 0 ? undefined : [parseHead(kept.toString("latin1", 0, end)), kept.subarray(end + 4)];
  };
}

function parseHead(text: string): IcapHead {
  // A line that begins with white space continues the previous line.
  const [first = "", ...rest] = text.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const [, status] = /^ICAP\/1\.[01] (\d{3})\b/.exec(first) ?? [];
  if (status === undefined) throw new ScanFault("the answer is not ICAP");
  const named = rest.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, Math.max(0, colon)).trim().toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(status), headers: new Map(named) };
}

/** Returns the threat named by the headers, "" for a threat without a name, or null for none. */
export function foundIn(headers: ReadonlyMap<string, string>): string | null {
  const infection = headers.get("x-infection-found");
  const virus = headers.get("x-virus-id") ?? headers.get("x-virus-name");
  const isClean = (text: string | undefined): boolean => text === undefined || /^(?:|0|none|no|clean)$/i.test(text);
  if (isClean(infection) && isClean(virus) && isClean(headers.get("x-violations-found"))) return null;
  const [, threat] = /\bThreat=([^;]+)/i.exec(infection ?? "") ?? [];
  return (threat ?? (isClean(virus) ? "" : virus) ?? "").trim();
}
