import { randomBytes } from "node:crypto";
import { createModelKey } from "../services/model/index.ts";
import { createBotToken } from "../services/telegram/index.ts";
import { toObject, toText } from "../endpoints/received-request.ts";
import { startChatwootPanel, startRocketChatPanel } from "./history.ts";
import type { LabServices, SavedServices } from "./lab-services.ts";
import { startMailPanel } from "./mail.ts";
import { startModelPanel } from "./model.ts";
import { describePanel, type PanelView, type ServicePanel } from "./panel.ts";
import { startTelegramPanel } from "./messengers/telegram.ts";
import { startWhatsAppPanel } from "./messengers/whatsapp.ts";

/** Parses the saved values. Creates those that are missing. */
export function parseSavedServices(value: unknown): SavedServices {
  const saved = toObject(value);
  const read = (name: keyof SavedServices, create: () => string): string =>
    toText(saved[name]) || create();
  return {
    telegramToken: read("telegramToken", createBotToken),
    whatsappAccessToken: read("whatsappAccessToken", () => `EAAlab${createSecret(24)}`),
    whatsappAppSecret: read("whatsappAppSecret", () => createSecret(16)),
    whatsappWebhook: read("whatsappWebhook", () => ""),
    mailPassword: read("mailPassword", () => createSecret(8)),
    modelKey: read("modelKey", createModelKey),
    chatwootToken: read("chatwootToken", () => createSecret(12)),
    rocketChatToken: read("rocketChatToken", () => createSecret(20)),
  };
}
const createSecret = (bytes: number): string => randomBytes(bytes).toString("hex");

/** A panel with the faults that are on now. */
interface RunningPanel {
  readonly panel: ServicePanel;
  faults: ReadonlySet<string>;
  /** The view that the page has, as JSON. */
  published: string;
}

export interface LabServicesOptions {
  /** The first of seven ports. 0: any free ports. */
  readonly firstPort: number;
  readonly saved: SavedServices;
  /** Receives a view of a service when it changes. */
  readonly onView: (view: PanelView) => void;
}

export const servicePortCount = 7;

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
  const selectPort = (n: number): number => (firstPort === 0 ? 0 : firstPort + n);
  const common = { onChange: publish };
  try {
    add(await startTelegramPanel({ ...common, port: selectPort(0), token: saved.telegramToken }));
    const whatsapp = add(
      await startWhatsAppPanel({
        ...common,
        port: selectPort(1),
        identity: { accessToken: saved.whatsappAccessToken, appSecret: saved.whatsappAppSecret },
        webhookAddress: saved.whatsappWebhook || null,
      }),
    );
    add(
      await startMailPanel({
        ...common,
        smtpPort: selectPort(2),
        imapPort: selectPort(3),
        password: saved.mailPassword,
      }),
    );
    add(await startModelPanel({ ...common, port: selectPort(4), apiKey: saved.modelKey }));
    add(await startChatwootPanel({ ...common, port: selectPort(5), token: saved.chatwootToken }));
    add(
      await startRocketChatPanel({ ...common, port: selectPort(6), token: saved.rocketChatToken }),
    );
    return {
      hosts: panels.flatMap(({ panel }) => panel.hosts),
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
      toSaved: () => ({ ...saved, whatsappWebhook: whatsapp.webhookAddress() ?? "" }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
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
    ...views.flatMap(({ environment }) =>
      environment.map(({ label, value }) => `  ${label}=${value}`),
    ),
    ...(refused.length === 0 ? [] : [`  EGRESS_ALLOW=${refused.join(",")}`]),
    ...views.flatMap(({ settingsPage, settings }) => [
      `Then enter in ${settingsPage}:`,
      ...settings.map(format),
    ]),
  ];
}
