export { startMessengerService, startMessengerServices } from "./server.ts";
export type {
  LabCustomer,
  LabProduct,
  MessengerService,
  MessengerServiceOptions,
  SentMessage,
} from "./types.ts";
