import type { ConnectionNotice } from "../../core/channel/connection-notice.ts";
import type { ConnectorChannel } from "../connector-channel.ts";
import type { ServicePort } from "../ports.ts";

/** How a service gets the address of a channel. */
interface RegistrationRules {
  /** Returns what the service must know. It is registered again if this changes. */
  readonly describe: (channel: ConnectorChannel) => Readonly<Record<string, unknown>>;
  /** Registers it. Resolves with null, or with what went wrong. */
  readonly register: (channel: ConnectorChannel) => Promise<ConnectionNotice | null>;
}
interface WebhookRegistration {
  /** Registers the addresses of channels that the service does not know yet (WA-004). */
  synchronize(channels: readonly ConnectorChannel[]): void;
  close(): Promise<void>;
}

/** Pause before a failed registration is repeated, in milliseconds. */
const retryMs = 5 * 60_000;

/**
 * Creates the registration. One node registers, and repeats it until the service accepts. Until
 * then the channel has a problem (CON-041).
 */
export function createWebhookRegistration(
  deps: ServicePort,
  { describe, register }: RegistrationRules,
): WebhookRegistration {
  const { clock, states } = deps;
  let isClosed = false;
  let cancelRetry: () => void = () => undefined;
  let running: Promise<void> = Promise.resolve();

  const registerOne = async (channel: ConnectorChannel): Promise<boolean> => {
    const wanted = describe(channel);
    const known = await states.load<typeof wanted>(channel);
    const isKnown = Object.keys(wanted).every((name) => known?.[name] === wanted[name]);
    const problem = isKnown ? null : await register(channel);
    await states.report(channel, problem);
    if (!isKnown && problem === null) await states.save(channel, wanted);
    return problem === null;
  };
  const registerAll = async (channels: readonly ConnectorChannel[]): Promise<void> => {
    let isComplete = true;
    for (const channel of channels)
      if (!isClosed && channel.enabled && deps.isResponsible(`${channel.kind} ${channel.id}`))
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
