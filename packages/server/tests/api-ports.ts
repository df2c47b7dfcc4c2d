import type { ServiceApiDeps } from "../src/api/index.ts";
import type { ManualClock } from "../src/clock.ts";
import { createZipWriter } from "../src/account-data/zip-writer.ts";
import { validateEgressTarget } from "../src/config/values.ts";
import { refuse } from "../src/core/failure.ts";
import type { Deliveries } from "../src/delivery/report/index.ts";
import { validateLimits } from "../src/limits/index.ts";
import type { ServiceApi } from "./api-fixture.ts";

/** Creates the delivery ports. Tests set their results and read the test events that were sent. */
export function createDeliveryPorts(
  service: ServiceApi,
  deliveries: Pick<Deliveries, "resend" | "countResendable" | "replay">,
): ServiceApiDeps["deliveries"] {
  const sendTestEvent = (
    endpointId: number,
    event: string,
    sample: unknown,
  ): ServiceApi["testEventResults"] => {
    service.testEvents.push({ endpointId, event, sample });
    return service.testEventResults;
  };
  return {
    inspector: service.inspector,
    callTest: () => refuse("not_found", "There is no telephony server here."),
    endpoints: {
      resend: (account, id) => deliveries.resend(account, id),
      sendNow: () => Promise.resolve(false),
      wake: () => undefined,
      countResendable: (ended) => deliveries.countResendable(ended),
      replay: (ended, most) => deliveries.replay(ended, most),
    },
    tests: {
      channel: () => Promise.resolve(service.endpoint.test),
      samples: () => [{ kind: "bot", event: "CLIENT_MESSAGE", sample: { chat_id: "0" } }],
      bot: (_account, endpointId, event, sample) =>
        Promise.resolve(sendTestEvent(endpointId, event, sample).result),
      botTest: () => Promise.resolve(null),
      webhook(_account, endpointId, event, sample) {
        const { result, webhook } = sendTestEvent(endpointId, event, sample);
        return Promise.resolve({ ...result, ...webhook });
      },
    },
  };
}

/** Creates ports that do nothing. Tests with a complete server cover them. */
export function createStubPorts(
  clock: ManualClock,
): Pick<
  ServiceApiDeps,
  "feeds" | "mail" | "push" | "files" | "visitors" | "signIn" | "installation"
> {
  return {
    feeds: {
      poll: () => refuse("not_found", "There are no feeds here."),
      stream: () => refuse("not_found", "There are no feeds here."),
    },
    mail: {
      isAvailable: () => false,
      isSender: () => true,
      test: () => Promise.resolve(null),
      link: () => Promise.resolve(null),
    },
    push: {
      publicKey: "BKey",
      isKeyPair: () => true,
      test: () => Promise.resolve({ outcome: "delivered" as const, status: 201, durationMs: 3 }),
    },
    files: {
      files: {
        store: () => Promise.reject(new Error("no files here")),
        storePhoto: () => Promise.reject(new Error("no files here")),
        find: () => Promise.resolve(null),
        claim: () => Promise.resolve(null),
        release: () => Promise.resolve(),
        attach: () => Promise.resolve(),
        discard: () => Promise.resolve(),
      },
      fileBytes: () => 25 * 1024 * 1024,
      picture: () => Promise.resolve(null),
      openZip: createZipWriter,
    },
    visitors: {
      onlineVisitors: {
        online: () => [],
        pagesWithOwnRules: () => Promise.resolve([]),
        invite: () => Promise.resolve("gone" as const),
        withdraw: () => Promise.resolve(false),
      },
      erasing: { run: () => Promise.resolve() },
      contentOf: () => Promise.resolve(null),
    },
    signIn: {
      placeOf: () => ({ country: "", city: "" }),
      takeReset: () => Promise.resolve(0),
      onFault: (fault) => console.error(fault),
    },
    installation: {
      limitFaults: validateLimits,
      egressTargetFault: validateEgressTarget,
      archive: () => Promise.resolve(null),
      backups: {
        defaultFolder: "/data/backups",
        findFolderFault: () => Promise.resolve(null),
        findNext: () => null,
        wake: () => undefined,
      },
      health: {
        backup: () => Promise.resolve(null),
        report: () =>
          Promise.resolve({
            state: "good" as const,
            checks: [],
            checkedAt: clock.now(),
            version: "0",
            startedAt: clock.now(),
            databaseVersion: null,
            storage: { databaseBytes: null, files: null, kind: "disk" as const, freeBytes: null },
            backup: null,
            mail: null,
            nodes: [],
          }),
      },
    },
  };
}
