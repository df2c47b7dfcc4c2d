import {
  startTelegramService,
  type TelegramBot,
} from "../../packages/lab/src/services/telegram/index.ts";
import {
  findFreePort,
  startBotProvider,
  startIntegrator,
  startWebhookReceiver,
  type FakeBotProvider,
  type FakeIntegrator,
  type FakeWebhook,
} from "../../packages/testkit/src/index.ts";

/** The servers of integrators that the installation calls. They never fail. */
export interface Services {
  readonly integrator: FakeIntegrator;
  readonly webhook: FakeWebhook;
  readonly botProvider: FakeBotProvider;
  /** Value of TELEGRAM_API_URL, and a bot of the service there. */
  readonly telegramUrl: string;
  readonly telegramBot: TelegramBot;
  stop(): Promise<void>;
}

export async function startServices(): Promise<Services> {
  const integrator = await startIntegrator(await findFreePort());
  const webhook = await startWebhookReceiver();
  const botProvider = await startBotProvider();
  const telegram = await startTelegramService();
  return {
    integrator,
    webhook,
    botProvider,
    telegramUrl: telegram.url,
    telegramBot: telegram.addBot(),
    async stop() {
      await Promise.all([
        integrator.close(),
        webhook.close(),
        botProvider.close(),
        telegram.close(),
      ]);
    },
  };
}
