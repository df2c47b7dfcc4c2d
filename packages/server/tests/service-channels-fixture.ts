import type { Channel } from "@parlour/protocol";
import { startTestParlour, type TestParlour, type TestParlourOptions } from "@parlour/testkit";
import { expect } from "vitest";
import { startMessengerService } from "../../lab/src/services/messenger/index.ts";
import { startSmsService } from "../../lab/src/services/sms/index.ts";
import { startViberService } from "../../lab/src/services/viber/index.ts";
import { createMessengerChannel, getAddress } from "./messenger-fixture.ts";
import { definePreset, ownNumber } from "./sms-fixture.ts";

/** A service that plays `count` customers of one channel. */
export interface PlayedService {
  readonly name: string;
  readonly channel: Channel;
  /** Keys of the customers in Parlour. */
  readonly customers: readonly string[];
  /** Every customer writes a text. */
  readonly write: (text: string) => void;
  /** From now on, no request to send is answered, until `endOutage`. */
  readonly beginOutage: () => void;
  readonly endOutage: () => void;
  /** Returns the texts that each customer got, in order. */
  readonly readAnswers: () => readonly (readonly string[])[];
}
interface ServiceChannels {
  readonly parlour: TestParlour;
  readonly services: readonly PlayedService[];
  readonly close: () => Promise<void>;
}

/** Starts a server with a channel of Messenger, Viber and SMS each. */
export async function openServiceChannels(
  count: number,
  options: Pick<TestParlourOptions, "clock"> = {},
): Promise<ServiceChannels> {
  let parlour: TestParlour | null = null;
  const now = (): number =>
    parlour === null || options.clock === "system" ? Date.now() : parlour.clock.now();
  const [messenger, viber, sms] = await Promise.all([
    startMessengerService({ product: "messenger", now, retryMs: 20 }),
    startViberService({ now, retryMs: 20 }),
    startSmsService({ gateway: "generic", number: ownNumber, now, retryMs: 20 }),
  ]);
  const started = await startTestParlour({
    ...options,
    env: {
      EGRESS_ALLOW: "127.0.0.0/8",
      MESSENGER_API_URL: messenger.url,
      VIBER_API_URL: viber.url,
    },
  });
  parlour = started;
  const { owner } = started;
  const create = async (kind: string, settings: object): Promise<Channel> => {
    const fields = { kind, name: kind, operators: [owner.id], settings };
    const created = await owner.call("POST", "channels", fields);
    expect(created.status, created.text).toBe(201);
    return created.body as Channel;
  };
  const messengerChannel = await createMessengerChannel(started, messenger);
  messenger.setWebhookAddress(getAddress(started, messengerChannel));
  const viberChannel = await create("viber", { auth_token: viber.token });
  await viber.waitUntil(() => viber.webhookUrl() !== null);
  const smsChannel = await create("sms", {
    gateway: "own",
    sender: `+${ownNumber}`,
    secret: sms.secret,
    definition: definePreset("generic", sms.url),
  });
  const secret = String(smsChannel.info?.["path_secret"]);
  sms.setAddress(`${started.url}/connectors/sms/${smsChannel.public_id}/${secret}`);

  const numbers = Array.from({ length: count }, (_, n) => 1_000 + n);
  const people = numbers.map((n) => ({ id: `77${n}`, name: `Customer ${n}` }));
  const persons = numbers.map((n) => viber.addPerson(`v${n}==`, `Customer ${n}`));
  const phones = numbers.map((n) => sms.addPhone(`4915100${n}`));
  const services: readonly PlayedService[] = [
    {
      name: "Messenger",
      channel: messengerChannel,
      customers: people.map(({ id }) => id),
      write: (text) => people.forEach((person) => void messenger.receive(person, { text })),
      beginOutage: () =>
        messenger.faults.add({ kind: "hang" }, { match: "me/messages", times: Infinity }),
      endOutage: () => messenger.faults.clear(),
      readAnswers: () =>
        people.map(({ id }) =>
          messenger.messages
            .filter(({ recipient }) => recipient === id)
            .map(({ body }) => String((body["message"] as { text?: unknown }).text)),
        ),
    },
    {
      name: "Viber",
      channel: viberChannel,
      customers: persons.map(({ id }) => id),
      write: (text) => persons.forEach((person) => person.write(text)),
      beginOutage: () => viber.addFault({ method: "send_message", times: Infinity, reply: "hang" }),
      endOutage: () => viber.endFaults(),
      readAnswers: () =>
        persons.map(({ received }) => received.map(({ values }) => String(values["text"]))),
    },
    {
      name: "an SMS gateway",
      channel: smsChannel,
      customers: phones.map(({ number }) => number),
      write: (text) => phones.forEach((phone) => phone.write(text)),
      beginOutage: () => sms.addFault({ times: Infinity, reply: "hang" }),
      endOutage: () => sms.endFaults(),
      readAnswers: () => phones.map((phone) => phone.received()),
    },
  ];
  return {
    parlour: started,
    services,
    async close() {
      await started.close();
      await Promise.all([messenger.close(), viber.close(), sms.close()]);
    },
  };
}
