import { requestHeaders } from "../response.ts";
import { interpretResponse, type InterpretedResponse } from "./response.ts";
import type { ChannelOptions, SampleMessage } from "./context.ts";
import { openEndpointClient } from "../http-client.ts";
import { createReport, runChecks, type Report } from "../report.ts";
import { generateId, createSigner } from "../sign.ts";
import { createChannelBodyChecks } from "./body-checks.ts";
import { createDeliveryChecks } from "./delivery-checks.ts";
import { checkFirstResponse } from "./first-response.ts";
import { createChannelCheckContext, createTextMessageJson, type ChannelProbe } from "./context.ts";
import type { Check } from "../report.ts";
import { createSignatureChecks } from "../signature-checks.ts";

/** Tests an integrator's endpoint of interface A with operator messages, and reports by rule id. */
export async function checkChannel(options: ChannelOptions): Promise<Report> {
  const url = getEndpointUrl(options.url, options.publicId);
  const dialler = openEndpointClient({ limitMs: options.responseMs, maxBytes: 262_144 });
  const signer = createSigner(options.secret);
  const send = async (sample: SampleMessage): Promise<InterpretedResponse> => {
    const body = buildBody(sample, options.recipient);
    const headers = {
      ...requestHeaders,
      ...sample.headers,
      ...signer.headers(sample.id ?? `msg_${generateId()}`, body, sample.signed),
    };
    const { chunked } = sample;
    return interpretResponse(await dialler.post({ url, headers, body, chunked }));
  };
  try {
    return createReport(
      "channel",
      url,
      await runChecks(createChannelChecks({ options, signer, send }), () =>
        dialler.takeSlowestMs(),
      ),
    );
  } finally {
    dialler.close();
  }
}

function buildBody(
  { sender = '{"name":"Ines","photo":""}', recipient, message, extraMembers = "" }: SampleMessage,
  defaultRecipient: ChannelOptions["recipient"],
): string {
  return `{"sender":${sender},"recipient":{"id":${recipient ?? defaultRecipient}},"message":${message}${extraMembers}}`;
}

/** Removes trailing slashes, appends the id, and keeps the query (CH-070). */
function getEndpointUrl(url: URL, publicId: string | null): URL {
  const endpointUrl = new URL(url);
  endpointUrl.hash = "";
  if (publicId !== null)
    endpointUrl.pathname = `${endpointUrl.pathname.replace(/\/+$/, "")}/${publicId}`;
  return endpointUrl;
}

/** Creates all checks of interface A, in report order. */
function createChannelChecks(probe: ChannelProbe): readonly Check[] {
  const { options, signer, send } = probe;
  const context = createChannelCheckContext(probe);
  return [
    {
      rule: "CH-080",
      title: "accepts an operator's message",
      first: true,
      run: async () =>
        checkFirstResponse(
          await send({ message: createTextMessageJson("Hello") }),
          options.isRecipientKnown,
        ),
    },
    ...createDeliveryChecks(context),
    ...createChannelBodyChecks(context),
    ...createSignatureChecks(signer, async (signature) => {
      const result = await send({ message: createTextMessageJson("Signed"), signed: signature });
      return { isTaken: context.isAccepted(result), seen: result.seen };
    }),
  ];
}
