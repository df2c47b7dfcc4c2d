export { startMessengerService } from "./service.ts";
export type {
  LabCustomer,
  LabProduct,
  MessengerService,
  MessengerServiceOptions,
} from "./types.ts";
