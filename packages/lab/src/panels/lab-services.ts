import type { PanelView, ServicePanel } from "./panel.ts";

/** Values that stay the same in the next run, so that channels of Parlour keep working. */
export interface SavedServices {
  readonly telegramToken: string;
  readonly whatsappAccessToken: string;
  readonly whatsappAppSecret: string;
  /** Address of Parlour that the service calls. "": none yet. */
  readonly whatsappWebhook: string;
  readonly mailPassword: string;
  readonly modelKey: string;
  readonly chatwootToken: string;
  readonly rocketChatToken: string;
  readonly messengerAccessToken: string;
  readonly messengerAppSecret: string;
  readonly messengerWebhook: string;
  readonly instagramAccessToken: string;
  readonly instagramAppSecret: string;
  readonly instagramWebhook: string;
  readonly viberToken: string;
  readonly viberWebhook: string;
  readonly smsAddress: string;
}

/** The services of `parlour lab --services`. */
export interface LabServices {
  /** `host:port` of all servers. */
  readonly hosts: readonly string[];
  find(name: string): ServicePanel | undefined;
  describe(): readonly PanelView[];
  /** Shows or ends a fault. Returns false if the service does not have it. */
  setFault(service: string, fault: string, isOn: boolean): Promise<boolean>;
  /** Publishes the views that changed. */
  publish(): void;
  toSaved(): SavedServices;
  close(): Promise<void>;
}
