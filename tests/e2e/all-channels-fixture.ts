import type { Channel } from "@parlour/protocol";
import {
  startIntegrator,
  type FakeIntegrator,
  type TestChannel,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import { useSharedBrowser, type SharedBrowser } from "@parlour/testkit/browser";
import { expect } from "vitest";
import {
  startWhatsAppService,
  type WhatsAppService,
} from "../../packages/lab/src/services/whatsapp/index.ts";
import {
  openMailChannelFixture,
  shopAddress,
  type MailChannelFixture,
} from "../../packages/server/tests/mail-channel-fixture.ts";
import {
  openTelegramFixture,
  type TelegramFixture,
} from "../../packages/server/tests/telegram-fixture.ts";
import { createWhatsAppChannel } from "../../packages/server/tests/whatsapp-fixture.ts";
import {
  openWidgetFixture,
  type WidgetFixture,
} from "../../packages/server/tests/widget-fixture.ts";

/** Id of a customer of the chat API channel. */
export const apiCustomer = "omar";

/** A Parlour with one channel of each kind, and all services as servers of the lab. */
export interface AllChannelsFixture {
  readonly parlour: TestParlour;
  /** Ann, an operator of all channels with the role "operator". */
  readonly operator: TestOperator;
  readonly browser: SharedBrowser;
  readonly widgets: WidgetFixture;
  readonly integrator: FakeIntegrator;
  readonly api: TestChannel;
  readonly telegram: TelegramFixture;
  readonly whatsapp: WhatsAppService;
  readonly whatsappChannel: Channel;
  readonly mail: MailChannelFixture;
  readonly mailChannel: Channel;
  /** Lets the service see messages as this many milliseconds old. */
  setWhatsAppAge(ms: number): void;
  close(): Promise<void>;
}

export async function openAllChannelsFixture(): Promise<AllChannelsFixture> {
  const browser = useSharedBrowser();
  let now = (): number => Date.now();
  let age = 0;
  const [integrator, whatsapp] = await Promise.all([
    startIntegrator(),
    startWhatsAppService({ now: () => now() - age, retryMs: 20, statuses: [] }),
  ]);
  let widgets!: WidgetFixture;
  let telegram!: TelegramFixture;
  const mail = await openMailChannelFixture(async (env) => {
    telegram = await openTelegramFixture({
      startParlour: async (options) => {
        widgets = await openWidgetFixture({
          ...options,
          env: { ...env, ...options.env, WHATSAPP_API_URL: whatsapp.url },
        });
        return widgets.parlour;
      },
    });
    return telegram.parlour;
  });
  const { parlour } = widgets;
  now = () => parlour.clock.now();
  const { owner } = parlour;
  const operator = await parlour.operator("operator", "Ann");
  const operators = [operator.id];
  const whatsappChannel = await createWhatsAppChannel(parlour, whatsapp, {});
  whatsapp.setWebhookAddress(`${parlour.url}/connectors/whatsapp/${whatsappChannel.public_id}`);
  const mailChannel = await mail.createChannel("Support", mail.mailboxSettings(shopAddress));
  const api = await parlour.channel(`${integrator.url}/chat`, { name: "Shop app", operators });
  for (const [id, name] of [
    [widgets.widget.id, "Shop site"],
    [telegram.channel.id, "Shop bot"],
    [whatsappChannel.id, "Shop phone"],
    [mailChannel.id, "Support"],
  ] as const) {
    const changed = await owner.call("PATCH", `channels/${id}`, { name, operators });
    expect(changed.status, changed.text).toBe(200);
  }
  await mail.waitUntilRead(shopAddress);
  return {
    parlour,
    operator,
    browser,
    widgets,
    integrator,
    api,
    telegram,
    whatsapp,
    whatsappChannel,
    mail,
    mailChannel,
    setWhatsAppAge: (ms) => void (age = ms),
    async close() {
      await browser.close();
      await widgets.close();
      await Promise.all([
        mail.service.stop(),
        telegram.telegram.close(),
        whatsapp.close(),
        integrator.close(),
      ]);
    },
  };
}
