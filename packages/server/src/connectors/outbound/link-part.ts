import { pause } from "../../core/pause.ts";
import type { ConnectorTarget, Outbox, ServicePort } from "../ports.ts";
import type { MessageRef } from "./open-message.ts";

const storeAttempts = 3;
const storePauseMs = 500;

export interface LinkPartDeps {
  readonly clock: ServicePort["clock"];
  readonly log: ServicePort["log"];
  readonly outbox: Outbox;
}

/**
 * Stores the id of a sent part. If the database is unavailable, sending continues: a failed store
 * matters only if the attempt then fails at a later part.
 */
export async function linkPart(
  { outbox, clock, log }: LinkPartDeps,
  { channel }: ConnectorTarget,
  ref: MessageRef,
  externalId: string,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await outbox.messages.link(channel, { ...ref, externalId });
    } catch (error) {
      if (attempt < storeAttempts) await pause(clock, storePauseMs);
      else return log.warn({ err: error, channel: channel.id }, `${channel.kind}.id_not_stored`);
    }
}
