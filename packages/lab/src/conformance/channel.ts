import { requestHeaders } from "./response.ts";
import { interpretResponse, type InterpretedResponse } from "./channel-response.ts";
import { createChannelChecks } from "./channel-checks.ts";
import { openEndpointClient } from "./http-client.ts";
import type { CommonOptions } from "./options.ts";
import { createReport, runChecks, type Report } from "./report.ts";
import { generateId, createSigner, type Signer } from "./sign.ts";

export interface ChannelOptions extends CommonOptions {
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
  readonly send: (sample: SampleMessage) => Promise<InterpretedResponse>;
}
export interface SampleMessage {
  /** The message as JSON. */
  readonly message: string;
  readonly recipient?: string;
  readonly sender?: string;
  /** Further members of the body, each with a leading comma. */
  readonly extraMembers?: string;
  readonly id?: string;
  readonly chunked?: boolean;
  readonly signed?: "right" | "wrong" | "stale" | "second";
  readonly headers?: Readonly<Record<string, string>>;
}

/** Tests an integrator's endpoint of interface A with operator messages, and reports by rule id. */
export async function checkChannel(options: ChannelOptions): Promise<Report> {
  const url = getEndpointUrl(options.url, options.publicId);
  const dialler = openEndpointClient({ limitMs: 3000, maxBytes: 262_144 });
  const signer = createSigner(options.secret);
  const send = async (sample: SampleMessage): Promise<InterpretedResponse> => {
    const sender = sample.sender ?? '{"name":"Ines","photo":""}';
    const body = `{"sender":${sender},"recipient":{"id":${sample.recipient ?? options.recipient}},"message":${sample.message}${sample.extraMembers ?? ""}}`;
    const headers = {
      ...requestHeaders,
      ...sample.headers,
      ...signer.headers(sample.id ?? `msg_${generateId()}`, body, sample.signed),
    };
    return interpretResponse(
      await dialler.post({ url, headers, body, ...(sample.chunked === undefined ? {} : { chunked: sample.chunked }) }),
    );
  };
  try {
    return createReport("channel", url, await runChecks(createChannelChecks({ options, signer, send }), () => dialler.takeSlowestMs()));
  } finally {
    dialler.close();
  }
}

/** Removes trailing slashes, appends the id, and keeps the query (CH-070). */
export function getEndpointUrl(url: URL, publicId: string | null): URL {
  const endpointUrl = new URL(url);
  endpointUrl.hash = "";
  if (publicId !== null) endpointUrl.pathname = `${endpointUrl.pathname.replace(/\/+$/, "")}/${publicId}`;
  return endpointUrl;
}
