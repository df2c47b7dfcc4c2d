export { startWhatsAppService } from "./service.ts";
export type {
  LabCustomer,
  SentMessage,
  WhatsAppService,
  WhatsAppServiceOptions,
} from "./service.ts";
export { signWebhook } from "./webhook-sender.ts";
