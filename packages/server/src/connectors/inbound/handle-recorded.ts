import { Refusal } from "../../core/failure.ts";
import type { ConnectorChannel } from "../connector-channel.ts";
import type { ConnectorRequest, ServicePort } from "../ports.ts";

/**
 * Result of an update. `ignored`: the reason why nothing followed from it, for the inspector.
 * `answer`: the body of the response to the service, JSON or a text. `onAnswered` is called when
 * the response was sent. It is not called if the connection ended before.
 */
export type UpdateResult = (
  | { readonly kind: "stored" | "repeated" }
  | { readonly kind: "ignored"; readonly reason: string }
) & {
  readonly answer?: { readonly json: object } | ServiceText;
  readonly onAnswered?: () => void;
};

/** A text with its content type. */
interface ServiceText {
  readonly type: string;
  readonly text: string;
}

/**
 * Handles one update. Resolves when its message is flushed to disk. Rejects with Refusal if the
 * update must be repeated. Updates of one customer are handled in the order of the calls.
 */
export type HandleUpdate = (channel: ConnectorChannel, update: unknown) => Promise<UpdateResult>;

export interface InboundRules {
  readonly ignored: string;
  readonly notStored: string;
}
interface InboundRequest extends Omit<ConnectorRequest, "status" | "fault" | "durationMs"> {
  readonly rules: InboundRules;
}
/**
 * Handles an update and shows it in the request inspector, with what followed. Resolves with why it
 * was not stored, or null. An error that is not a Refusal is logged as a fault.
 */
export async function handleRecorded(
  { clock, record, onFault }: ServicePort,
  channel: ConnectorChannel,
  { rules, ...request }: InboundRequest,
  handle: () => Promise<UpdateResult>,
): Promise<Error | null> {
  const startedAt = clock.monotonic();
  const show = (status: number, fault: ConnectorRequest["fault"]): void =>
    record(channel, {
      ...request,
      status,
      durationMs: Math.round(clock.monotonic() - startedAt),
      fault,
    });
  try {
    const result = await handle();
    show(
      200,
      result.kind === "ignored"
        ? { code: "ignored", message: result.reason, rule: rules.ignored }
        : null,
    );
    return null;
  } catch (error) {
    const rule = rules.notStored;
    if (error instanceof Refusal) {
      const { failure, message } = error.failure;
      show(failure === "invalid_json" ? 400 : 503, { code: failure, message, rule });
      return error;
    }
    onFault(error);
    show(500, { code: "internal_error", message: "The update was not stored.", rule });
    return error instanceof Error ? error : new Error(String(error));
  }
}
