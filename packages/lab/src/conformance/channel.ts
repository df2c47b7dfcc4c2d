import { sentHeaders } from "./answer.ts";
import { judge, type Judged } from "./channel-reply.ts";
import { channelChecks } from "./channel-checks.ts";
import { openDialler } from "./dial.ts";
import type { Common } from "./options.ts";
import { reportOf, runChecks, type Report } from "./report.ts";
import { freshId, openSigner, type Signer } from "./sign.ts";

export interface ChannelOptions extends Common {
  /** CHANNEL_PUBLIC_ID that is appended to the path (CH-070). null: the URL is used unchanged. */
  readonly publicId: string | null;
  /**
   * The customer's id as JSON (`"cust-881"` or `7`), and whether it was given on the command line.
   */
  readonly recipient: string;
  readonly isRecipientKnown: boolean;
}

/** Calls the integrator's endpoint as Parlour would. */
export interface ChannelProbe {
  readonly options: ChannelOptions;
  readonly signer: Signer;
  /** Sends one message. `message` and `sender` are JSON texts. */
  readonly send: (what: Sent) => Promise<Judged>;
}
export interface Sent {
  /** The message as JSON. */
  readonly message: string;
  readonly recipient?: string;
  readonly sender?: string;
  /** Further members of the body, each with a leading comma. */
  readonly more?: string;
  readonly id?: string;
  readonly chunked?: boolean;
  readonly signed?: "right" | "wrong" | "stale" | "second";
  readonly headers?: Readonly<Record<string, string>>;
}

/** Tests an integrator's endpoint of interface A with operator messages, and reports by rule id. */
export async function checkChannel(options: ChannelOptions): Promise<Report> {
  const url = addressOf(options.url, options.publicId);
  const dialler = openDialler({ limitMs: 3000, maxBytes: 262_144 });
  const signer = openSigner(options.secret);
  const send = async (what: Sent): Promise<Judged> => {
    const sender = what.sender ?? '{"name":"Ines","photo":""}';
    const body = `{"sender":${sender},"recipient":{"id":${what.recipient ?? options.recipient}},"message":${what.message}${what.more ?? ""}}`;
    const headers = {
      ...sentHeaders,
      ...what.headers,
      ...signer.headers(what.id ?? `msg_${freshId()}`, body, what.signed),
    };
    return judge(await dialler.post({ url, headers, body, ...(what.chunked === undefined ? {} : { chunked: what.chunked }) }));
  };
  try {
    return reportOf("channel", url, await runChecks(channelChecks({ options, signer, send }), () => dialler.slowest()));
  } finally {
    dialler.close();
  }
}

/** Removes trailing slashes, appends the id, and keeps the query (CH-070). */
export function addressOf(url: URL, publicId: string | null): URL {
  const called = new URL(url);
  called.hash = "";
  if (publicId !== null) called.pathname = `${called.pathname.replace(/\/+$/, "")}/${publicId}`;
  return called;
}
