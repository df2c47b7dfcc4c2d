import type { Channel, Chat, Message } from "@parlour/protocol";
import { startTestParlour, type TestParlour, type TestParlourOptions } from "@parlour/testkit";
import {
  startWhatsAppService,
  type LabCustomer,
  type WhatsAppService,
  type WhatsAppServiceOptions,
} from "../../lab/src/services/whatsapp/index.ts";

export const anna: LabCustomer = { name: "Anna", phone: "4915112345678", userId: "DE.1001" };
export const sam: LabCustomer = { name: "Sam", userId: "US.2002", username: "@sam" };

/** A Parlour with a WhatsApp channel, and the service in which the channel's number is. */
export interface WhatsAppFixture {
  readonly parlour: TestParlour;
  readonly service: WhatsAppService;
  readonly channel: Channel;
  /** Address at which the service calls the channel. */
  readonly address: string;
  /** Returns the customer's latest chat. */
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
export async function startWhatsApp(
  options: TestParlourOptions & { readonly service?: WhatsAppServiceOptions } = {},
): Promise<WhatsAppFixture> {
  let parlour: TestParlour | null = null;
  const now = (): number =>
    options.clock === "system" || parlour === null ? Date.now() : parlour.clock.now();
  const service = await startWhatsAppService({ now, retryMs: 20, ...options.service });
  const started = await startTestParlour({
    ...options,
    env: { ...options.env, WHATSAPP_API_URL: service.url },
  });
  parlour = started;
  const { owner } = started;
  await owner.call("POST", "instance/egress-allow", { add: [new URL(service.url).host] });
  const channel = await createWhatsAppChannel(started, service);
  const address = `${started.url}/connectors/whatsapp/${channel.public_id}`;
  service.setWebhookAddress(address);
  let sent = 0;
  const findChat = (customer: LabCustomer): Promise<Chat> => started.findChat(customer.userId);
  return {
    parlour: started,
    service,
    channel,
    address,
    findChat,
    findMessages: async (customer) => started.messages((await findChat(customer)).id),
    write: (customer, text) => service.receive(customer, { type: "text", text: { body: text } }),
    async reply(customer, body) {
      const { id } = await findChat(customer);
      return owner.call("POST", `chats/${id}/messages`, {
        kind: "text",
        client_id: `wa-${(sent += 1)}`,
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

/** Creates a channel for the phone number of the service. `changes`: other settings. */
export async function createWhatsAppChannel(
  { owner }: TestParlour,
  service: WhatsAppService,
  changes: object = {},
): Promise<Channel> {
  const created = await owner.call("POST", "channels", {
    kind: "whatsapp",
    name: "WhatsApp",
    operators: [owner.id],
    settings: {
      phone_number_id: service.phoneNumberId,
      waba_id: service.wabaId,
      access_token: service.accessToken,
      app_secret: service.appSecret,
      ...changes,
    },
  });
  if (created.status !== 201) throw new Error(`no channel: ${created.text}`);
  return created.body as Channel;
}
