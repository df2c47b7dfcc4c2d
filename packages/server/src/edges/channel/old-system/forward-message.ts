import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { NewMessage } from "../../../core/event.ts";
import type { DeliveryDriver, RequestImpossible, RetryPolicy } from "../../../delivery/index.ts";
import { createBackoffSchedule } from "../../../delivery/schedule.ts";
import { buildHeaders, buildMessage } from "../format/build-request.ts";
import { interpretChannelResponse } from "../interpret-response.ts";

/** What a forwarded message says about its author (CH-030). null: it is not known. */
interface ForwardedSender {
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly photo: string | null;
  readonly url: string | null;
}
export interface ForwardDeps {
  readonly version: string;
  readonly findSender: (
    account: number,
    visitorId: number,
    chatId: number,
  ) => Promise<ForwardedSender | null>;
}

const second = 1_000;
const minute = 60 * second;
/** Delays between attempts. Later messages of a visitor wait for earlier ones (MV-081). */
const retryDelaysMs = [
  0,
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  60 * minute,
  180 * minute,
  360 * minute,
];
const forwardRetryPolicy: RetryPolicy = {
  timeoutMs: 10 * second,
  maxReplyBytes: 256 * 1024,
  schedule: createBackoffSchedule(retryDelaysMs, 0.2, { isOrdered: true }),
};

const unknownCustomer: RequestImpossible = {
  never: "endpoint_off",
  message: "The customer is no longer known.",
};

/**
 * Creates the driver that posts messages of visitors to the old system, as an integrator posts them
 * to Parlour (MV-081). `Idempotency-Key` is equal in all attempts for one message (CH-057).
 */
export function createForwardDriver({ version, findSender }: ForwardDeps): DeliveryDriver {
  return {
    policy: forwardRetryPolicy,
    interpretResponse: interpretChannelResponse,
    async buildRequest({ account, orderKey, source: { entry, target } }) {
      const message = JSON.parse(entry.body) as NewMessage;
      if (message.deleted_at !== undefined)
        return { settled: { code: "deleted", message: "The message was deleted before." } };
      const { recipient, endpoint } = target;
      if (recipient === null) return unknownCustomer;
      const sender = toKnownValues(await findSender(account, orderKey, message.chat_id));
      const { wire } = buildMessage(message, "media objects");
      const id = `msg_${message.id}`;
      return {
        url: endpoint.url,
        headers: { ...buildHeaders(version), "idempotency-key": id },
        body: `{"sender":{${[`"id":${recipient}`, ...sender].join(",")}},"message":${JSON.stringify(wire)}}`,
        secrets: listUrlSecrets(endpoint.url),
        unsigned: true,
        chunked: false,
        webhookId: id,
        warning: null,
      };
    },
  };
}

/** Returns the known values as members of a JSON object. */
const toKnownValues = (sender: ForwardedSender | null): readonly string[] =>
  Object.entries(omitAbsent({ ...sender })).flatMap(([name, value]) =>
    value === null ? [] : [`${JSON.stringify(name)}:${JSON.stringify(value)}`],
  );

/** Parts of the address that the delivery log masks: they are what authorizes a sender (CH-002). */
function listUrlSecrets(url: string): readonly string[] {
  const { pathname, searchParams } = new URL(url);
  return [...pathname.split("/"), ...searchParams.values()].filter((part) => part.length > 8);
}
