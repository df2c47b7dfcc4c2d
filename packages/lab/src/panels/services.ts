import { randomBytes } from "node:crypto";
import { createModelKey } from "../services/model/index.ts";
import { createBotToken } from "../services/telegram/index.ts";
import { createViberToken } from "../services/viber/index.ts";
import { toObject, toText } from "../endpoints/received-request.ts";
import { startChatwootPanel, startRocketChatPanel } from "./history.ts";
import type { LabServices, SavedServices } from "./lab-services.ts";
import { startMailPanel } from "./mail.ts";
import { startMessengerPanels } from "./messengers/messenger.ts";
import { startSmsPanel } from "./messengers/sms.ts";
import { startTelegramPanel } from "./messengers/telegram.ts";
import { startViberPanel } from "./messengers/viber.ts";
import { startWhatsAppPanel } from "./messengers/whatsapp.ts";
import { startModelPanel } from "./model.ts";
import { describePanel, type PanelView, type ServicePanel } from "./panel.ts";

/** Parses the saved values. Creates those that are missing. */
export function parseSavedServices(value: unknown): SavedServices {
  const saved = toObject(value);
  const read = (name: keyof SavedServices, create: () => string): string =>
    toText(saved[name]) || create();
  return {
    telegramToken: read("telegramToken", createBotToken),
    whatsappAccessToken: read("whatsappAccessToken", createAccessToken),
    whatsappAppSecret: read("whatsappAppSecret", () => createSecret(16)),
    whatsappWebhook: read("whatsappWebhook", () => ""),
    mailPassword: read("mailPassword", () => createSecret(8)),
    modelKey: read("modelKey", createModelKey),
    chatwootToken: read("chatwootToken", () => createSecret(12)),
    rocketChatToken: read("rocketChatToken", () => createSecret(20)),
    messengerAccessToken: read("messengerAccessToken", createAccessToken),
    messengerAppSecret: read("messengerAppSecret", () => createSecret(16)),
    messengerWebhook: read("messengerWebhook", () => ""),
    instagramAccessToken: read("instagramAccessToken", createAccessToken),
    instagramAppSecret: read("instagramAppSecret", () => createSecret(16)),
    instagramWebhook: read("instagramWebhook", () => ""),
    viberToken: read("viberToken", createViberToken),
    viberWebhook: read("viberWebhook", () => ""),
    smsAddress: read("smsAddress", () => ""),
  };
}
const createSecret = (bytes: number): string => randomBytes(bytes).toString("hex");
const createAccessToken = (): string => `EAAlab${createSecret(24)}`;

/** A panel with the faults that are on now. */
interface RunningPanel {
  readonly panel: ServicePanel;
  faults: ReadonlySet<string>;
  /** The view that the page has, as JSON. */
  published: string;
}

export interface LabServicesOptions {
  /** The first of ten ports. 0: any free ports. */
  readonly firstPort: number;
  readonly saved: SavedServices;
  /** Receives a view of a service when it changes. */
  readonly onView: (view: PanelView) => void;
}

export const servicePortCount = 10;

/** Starts the services. Rejects if a port cannot be opened. */
export async function startLabServices({
  firstPort,
  saved,
  onView,
}: LabServicesOptions): Promise<LabServices> {
  const panels: RunningPanel[] = [];
  const add = <T extends ServicePanel>(panel: T): T => {
    panels.push({ panel, faults: new Set(), published: "" });
    return panel;
  };
  let isScheduled = false;
  /** Publishes once for all changes of this moment. */
  const publish = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      for (const running of panels) {
        const view = describePanel(running.panel, running.faults);
        const json = JSON.stringify(view);
        if (json !== running.published) onView(view);
        running.published = json;
      }
    });
  };
  const close = async (): Promise<void> =>
    void (await Promise.all(panels.map(({ panel }) => panel.close())));
  const context: PanelContext = {
    saved,
    add,
    selectPort: (n) => (firstPort === 0 ? 0 : firstPort + n),
    common: { onChange: publish },
  };
  try {
    const readAddresses = await startMessengers(context);
    await startOtherPanels(context);
    return {
      hosts: [...new Set(panels.flatMap(({ panel }) => panel.hosts))],
      find: (name) => panels.find(({ panel }) => panel.name === name)?.panel,
      describe: () => panels.map(({ panel, faults }) => describePanel(panel, faults)),
      async setFault(service, fault, isOn) {
        const running = panels.find(({ panel }) => panel.name === service);
        if (!running?.panel.faults.some(({ name }) => name === fault)) return false;
        const faults = new Set(running.faults);
        if (isOn) faults.add(fault);
        else faults.delete(fault);
        running.faults = faults;
        await running.panel.showFaults(faults);
        return true;
      },
      publish,
      toSaved: () => ({ ...saved, ...readAddresses() }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface PanelContext {
  readonly saved: SavedServices;
  readonly add: <T extends ServicePanel>(panel: T) => T;
  /** Returns the port of a service by its number. The numbers stay the same in later versions. */
  readonly selectPort: (n: number) => number;
  readonly common: { readonly onChange: () => void };
}

/** Starts the services of messengers. Returns a function that reads the addresses to save. */
async function startMessengers({
  saved,
  add,
  selectPort,
  common,
}: PanelContext): Promise<() => Partial<SavedServices>> {
  add(await startTelegramPanel({ ...common, port: selectPort(0), token: saved.telegramToken }));
  const whatsapp = add(
    await startWhatsAppPanel({
      ...common,
      port: selectPort(1),
      identity: { accessToken: saved.whatsappAccessToken, appSecret: saved.whatsappAppSecret },
      webhookAddress: saved.whatsappWebhook || null,
    }),
  );
  const [messenger, instagram] = await startMessengerPanels({
    ...common,
    port: selectPort(7),
    accounts: {
      messenger: {
        accessToken: saved.messengerAccessToken,
        appSecret: saved.messengerAppSecret,
        webhookAddress: saved.messengerWebhook || null,
      },
      instagram: {
        accessToken: saved.instagramAccessToken,
        appSecret: saved.instagramAppSecret,
        webhookAddress: saved.instagramWebhook || null,
      },
    },
  });
  add(messenger);
  add(instagram);
  const viber = add(
    await startViberPanel({
      ...common,
      port: selectPort(8),
      token: saved.viberToken,
      webhookAddress: saved.viberWebhook || null,
    }),
  );
  const smsAddress = saved.smsAddress || null;
  const sms = add(
    await startSmsPanel({ ...common, port: selectPort(9), webhookAddress: smsAddress }),
  );
  return () => ({
    whatsappWebhook: whatsapp.webhookAddress() ?? "",
    messengerWebhook: messenger.webhookAddress() ?? "",
    instagramWebhook: instagram.webhookAddress() ?? "",
    viberWebhook: viber.webhookAddress() ?? "",
    smsAddress: sms.webhookAddress() ?? "",
  });
}

async function startOtherPanels({ saved, add, selectPort, common }: PanelContext): Promise<void> {
  const mailPorts = { smtpPort: selectPort(2), imapPort: selectPort(3) };
  add(await startMailPanel({ ...common, ...mailPorts, password: saved.mailPassword }));
  add(await startModelPanel({ ...common, port: selectPort(4), apiKey: saved.modelKey }));
  add(await startChatwootPanel({ ...common, port: selectPort(5), token: saved.chatwootToken }));
  add(await startRocketChatPanel({ ...common, port: selectPort(6), token: saved.rocketChatToken }));
}

/** Describes the connection. `refused`: addresses that Parlour may not call yet. */
export function describeConnection(
  views: readonly PanelView[],
  refused: readonly string[],
): readonly string[] {
  const format = ({ label, value }: PanelView["settings"][number]): string =>
    `  ${label}: ${value}`;
  return [
    "Start Parlour with these environment variables:",
    ...new Set(
      views.flatMap(({ environment }) =>
        environment.map(({ label, value }) => `  ${label}=${value}`),
      ),
    ),
    ...(refused.length === 0 ? [] : [`  EGRESS_ALLOW=${refused.join(",")}`]),
    ...views.flatMap(({ settingsPage, settings }) => [
      `Then enter in ${settingsPage}:`,
      ...settings.map(format),
    ]),
  ];
}
