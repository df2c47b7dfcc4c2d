import type { ListedChannel } from "../../../connectors/connector.ts";
import type { ServicePort } from "../../../connectors/ports.ts";
import type { ConnectionNotice } from "../../../core/channel/connection-notice.ts";
import { getNotice } from "../notices.ts";
import { canReceive, parseMailSettings } from "../settings.ts";

/** Returns why a channel may not use its address (MAIL-090), or null if it may. */
export function findAddressProblem(channel: ListedChannel): ConnectionNotice | null {
  const { addressState } = channel;
  return addressState === "unproved" || addressState === "taken"
    ? getNotice(`address_${addressState}`, { address: parseMailSettings(channel).address })
    : null;
}

/** Shows on the page of each channel why it receives nothing by SMTP (CON-041, MAIL-090). */
export interface AddressProblems {
  synchronize(channels: readonly ListedChannel[]): void;
}

/** Reports changed problems of channels without a mailbox. A mailbox reports its own. */
export function createAddressProblems({ states, onFault }: ServicePort): AddressProblems {
  const reported = new Map<number, string | null>();
  return {
    synchronize(channels) {
      for (const channel of channels) {
        if (parseMailSettings(channel).imap !== null) continue;
        const problem = canReceive(channel) ? null : findAddressProblem(channel);
        const text = problem?.message ?? null;
        if (reported.get(channel.id) === text) continue;
        reported.set(channel.id, text);
        states.report(channel, problem).catch(onFault);
      }
    },
  };
}
