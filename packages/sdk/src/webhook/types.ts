import type { webhooks } from "../generated/webhook.ts";

export type WebhookEventName = keyof webhooks;

/** Bodies of the events by their names. */
export type WebhookEvents = {
  [Name in WebhookEventName]: webhooks[Name]["post"]["requestBody"]["content"]["application/json"];
};
export type WebhookEvent = WebhookEvents[WebhookEventName];

type Reply<Name extends WebhookEventName> = Omit<
  webhooks[Name]["post"]["responses"]["2XX"]["content"]["application/json"],
  "result"
>;
/** What an answer to an event can contain for the operator's screen. Most events take nothing. */
export type WebhookAnswer<Name extends WebhookEventName> = [keyof Reply<Name>] extends [never]
  ? void
  : Reply<Name> | void;

/** An event with the headers of its request. */
export interface WebhookDelivery<Event extends WebhookEvent = WebhookEvent> {
  /** The same in every attempt for one event. Use it to detect repeats. */
  readonly id: string;
  /** 1, 2, 3 … for each endpoint and chat (WH-064). Null if the request has none. */
  readonly sequence: number | null;
  /** Whether an administrator sent it with Send test event. Store nothing. */
  readonly isTest: boolean;
  readonly event: Event;
}
