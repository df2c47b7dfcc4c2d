import type { ConnectorChannel } from "../../../connectors/connector.ts";
import type { ServicePort } from "../../../connectors/ports.ts";
import {
  getWebhookAddress,
  registerWebhook,
  type RegisterWebhookDeps,
} from "./register-webhook.ts";

interface RegistrationState {
  readonly address: string;
  readonly phoneNumberId: unknown;
}

export interface WebhookRegistrationDeps
  extends
    RegisterWebhookDeps,
    Pick<ServicePort, "clock" | "isResponsible" | "onFault" | "states"> {}
export interface WebhookRegistration {
  /** Registers the addresses of channels that WhatsApp does not know yet (WA-004). */
  synchronize(channels: readonly ConnectorChannel[]): void;
  close(): Promise<void>;
}

/** Pause before a failed registration is repeated, in milliseconds. */
const retryMs = 5 * 60_000;

/**
 * Creates the registration. One node registers, and repeats it until WhatsApp accepts. Until then
 * the channel has a problem (CON-041).
 */
export function createWebhookRegistration(deps: WebhookRegistrationDeps): WebhookRegistration {
  const { clock, states } = deps;
  let isClosed = false;
  let cancelRetry: () => void = () => undefined;
  let running: Promise<void> = Promise.resolve();

  const registerOne = async (channel: ConnectorChannel): Promise<boolean> => {
    const wanted: RegistrationState = {
      address: getWebhookAddress(deps, channel),
      phoneNumberId: channel.settings["phone_number_id"],
    };
    const known = await states.load<RegistrationState>(channel);
    const isKnown =
      known?.address === wanted.address && known.phoneNumberId === wanted.phoneNumberId;
    const problem = isKnown ? null : await registerWebhook(deps, channel);
    await states.report(channel, problem);
    if (!isKnown && problem === null) await states.save(channel, wanted);
    return problem === null;
  };
  const registerAll = async (channels: readonly ConnectorChannel[]): Promise<void> => {
    let isComplete = true;
    for (const channel of channels)
      if (!isClosed && channel.enabled && deps.isResponsible(`whatsapp ${channel.id}`))
        isComplete = (await registerOne(channel)) && isComplete;
    if (isComplete || isClosed) return;
    cancelRetry();
    cancelRetry = clock.scheduleAt(clock.now() + retryMs, () => synchronize(channels));
  };
  function synchronize(channels: readonly ConnectorChannel[]): void {
    cancelRetry();
    running = running.then(() => registerAll(channels)).catch(deps.onFault);
  }
  return {
    synchronize,
    async close() {
      isClosed = true;
      cancelRetry();
      await running;
    },
  };
}
