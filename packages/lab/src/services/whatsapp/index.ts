export { startWhatsAppService } from "./service.ts";
export type {
  Identity,
  LabCustomer,
  MessageStatus,
  SentMessage,
  WhatsAppService,
  WhatsAppServiceOptions,
} from "./types.ts";
export { signWebhook } from "../meta/webhook-sender.ts";
