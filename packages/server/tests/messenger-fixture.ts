import type { Channel, Chat, Message } from "@parlour/protocol";
import { startTestParlour, type TestParlour, type TestParlourOptions } from "@parlour/testkit";
import {
  startMessengerService,
  type LabCustomer,
  type LabProduct,
  type MessengerService,
  type MessengerServiceOptions,
} from "../../lab/src/services/messenger/index.ts";

/** A Parlour with a channel of Messenger or Instagram, and the service with its account. */
export interface MessengerFixture {
  readonly parlour: TestParlour;
  readonly service: MessengerService;
  readonly channel: Channel;
  /** Address at which the service calls the channel. */
  readonly address: string;
  createCustomer(name?: string): LabCustomer;
  findChat(customer: LabCustomer): Promise<Chat>;
  /** Returns the customer's messages and those for them, in their order. */
  findMessages(customer: LabCustomer): Promise<readonly Message[]>;
  /** Sends a text of the customer. Resolves after Parlour answered 200. */
  write(customer: LabCustomer, text: string): Promise<string>;
  /** Sends an operator's message to the customer. Resolves with the response. */
  reply(customer: LabCustomer, body: object): ReturnType<TestParlour["call"]>;
  /** Waits until Parlour has nothing to do and all webhooks were accepted. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Starts both. The service has the clock of the server. */
export async function startMessenger(
  product: LabProduct,
  options: TestParlourOptions & { readonly service?: Partial<MessengerServiceOptions> } = {},
): Promise<MessengerFixture> {
  let parlour: TestParlour | null = null;
  const now = (): number => (parlour === null ? Date.now() : parlour.clock.now());
  const service = await startMessengerService({ product, now, retryMs: 20, ...options.service });
  const started = await startTestParlour({
    ...options,
    env: { ...options.env, MESSENGER_API_URL: service.url },
  });
  parlour = started;
  const { owner } = started;
  await owner.call("POST", "instance/egress-allow", { add: [new URL(service.url).host] });
  const channel = await createMessengerChannel(started, service);
  const address = getAddress(started, channel);
  service.setWebhookAddress(address);
  let sent = 0;
  let customers = 0;
  const findChat = (customer: LabCustomer): Promise<Chat> => started.findChat(customer.id);
  return {
    parlour: started,
    service,
    channel,
    address,
    createCustomer(name) {
      customers += 1;
      return { id: `77${1000 + customers}`, name: name ?? `Customer ${customers}` };
    },
    findChat,
    findMessages: async (customer) => started.messages((await findChat(customer)).id),
    write: (customer, text) => service.receive(customer, { text }),
    async reply(customer, body) {
      const { id } = await findChat(customer);
      return owner.call("POST", `chats/${id}/messages`, {
        kind: "text",
        client_id: `me-${(sent += 1)}`,
        ...body,
      });
    },
    async settle() {
      do {
        await started.settle();
        await new Promise<void>((resolve) => void setImmediate(resolve));
      } while (service.webhooks.pending() > 0);
      await started.settle();
    },
    async close() {
      await service.close();
      await started.close();
    },
  };
}

/** Returns the address of a channel that the dashboard needs. */
export const getAddress = ({ url }: TestParlour, { kind, public_id }: Channel): string =>
  `${url.replace("127.0.0.1", "localhost")}/connectors/${kind}/${public_id}`;

/** Creates a channel for the account of the service. `changes`: other settings. */
export async function createMessengerChannel(
  { owner }: TestParlour,
  service: MessengerService,
  changes: object = {},
): Promise<Channel> {
  const created = await owner.call("POST", "channels", {
    kind: service.product,
    name: service.product,
    operators: [owner.id],
    settings: {
      app_id: service.appId,
      app_secret: service.appSecret,
      access_token: service.accessToken,
      ...changes,
    },
  });
  if (created.status !== 201) throw new Error(`no channel: ${created.text}`);
  return created.body as Channel;
}
