export { startWhatsAppService } from "./service.ts";
export type {
  Identity,
  LabCustomer,
  MessageStatus,
  SentMessage,
  WhatsAppService,
  WhatsAppServiceOptions,
} from "./service.ts";
export { signWebhook } from "./webhook-sender.ts";
