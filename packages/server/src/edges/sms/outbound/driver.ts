import { buildCallbackData } from "../../../connectors/outbound/callback-data.ts";
import { messageRetryPolicy } from "../../../connectors/outbound/confirmed-retry-policy.ts";
import type { MessageRef } from "../../../connectors/outbound/open-message.ts";
import {
  createPartsDriver,
  type PartRequest,
  type PartsDriver,
} from "../../../connectors/outbound/parts-driver.ts";
import type { ConnectorTarget, Outbox, ServicePort } from "../../../connectors/ports.ts";
import { Refusal } from "../../../core/failure.ts";
import { requestReply } from "../../../connectors/service/stream-requests.ts";
import { Readable } from "node:stream";
import { buildTexts } from "../format/build-text.ts";
import { toExternalId } from "../format/external-id.ts";
import { fillRequest } from "../format/fill-template.ts";
import { toRecipient } from "../format/phone-number.ts";
import { getGateway, getSecret, getValues } from "../settings.ts";
import { interpretSmsResponse, readAccepted } from "./interpret-response.ts";

interface SmsDriverDeps extends ServicePort {
  readonly outbox: Outbox;
  readonly markKey: Buffer;
  /** Returns the address for the receipts of a message. */
  readonly receiptUrl: (target: ConnectorTarget["channel"], mark: string) => string;
  readonly version: string;
}

/** Creates the driver that sends SMS by the gateway of a channel (SMS-020 – SMS-024). */
export function createSmsDriver(deps: SmsDriverDeps): PartsDriver {
  const { driver, afterSending } = createPartsDriver<SmsRequest>(deps, {
    policy: messageRetryPolicy,
    buildRequests: (target, { message, ref }) =>
      buildTexts(message).map((text, part) => buildRequest(deps, target, { text, ref, part })),
    async send({ channel }, { url, headers, body }, timeoutMs) {
      const { method } = getGateway(channel).send;
      const length = body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) };
      return requestReply(deps, {
        method,
        url,
        headers: { "user-agent": `Parlour/${deps.version}`, ...headers, ...length },
        body: body === "" ? undefined : Readable.from([Buffer.from(body)]),
        timeoutMs,
        maxReplyBytes: messageRetryPolicy.maxReplyBytes,
        interrupted: "timeout",
      });
    },
    readId({ channel }, reply, { mark }) {
      const accepted = readAccepted(getGateway(channel), reply);
      if (accepted === null) return null;
      return accepted.id === "" ? `mark:${mark}` : toExternalId("out", accepted.id);
    },
    interpret: (reply, { channel }) => interpretSmsResponse(getGateway(channel), reply),
  });
  return {
    afterSending,
    driver: {
      ...driver,
      async buildRequest(claim) {
        try {
          return await driver.buildRequest(claim);
        } catch (error) {
          // A provisioning file can contain a definition that nobody has checked.
          if (!(error instanceof Refusal)) throw error;
          return { failed: "refused", message: error.failure.message };
        }
      },
    },
  };
}

interface SmsRequest extends PartRequest {
  /** Names the message in receipts. */
  readonly mark: string;
}

interface SmsPart {
  readonly text: string;
  readonly ref: MessageRef;
  readonly part: number;
}

function buildRequest(
  { markKey, receiptUrl }: SmsDriverDeps,
  { channel, customer }: ConnectorTarget,
  { text, ref, part }: SmsPart,
): SmsRequest {
  const mark = buildCallbackData({ ...ref, part: Math.min(part, 9) }, markKey);
  const values = getValues(channel);
  const message = {
    to: toRecipient(customer),
    to_digits: customer,
    text,
    id: mark,
    callback: receiptUrl(channel, mark),
  };
  const { url, headers, body } = fillRequest(getGateway(channel), { ...values, ...message });
  const secret = getSecret(channel);
  const secrets = [secret, encodeURIComponent(secret), values["basic"] ?? ""].filter(Boolean);
  const shownBody = secrets.reduce((shown, one) => shown.replaceAll(one, "…"), body);
  return { url, headers, body, shownBody, secrets, mark };
}
