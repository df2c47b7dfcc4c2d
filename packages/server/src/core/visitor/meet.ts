import { sendableChannel } from "../channel/sendable.ts";
import { isFailure } from "../failure.ts";
import type { Verb } from "../ports.ts";
import { recognise } from "./recognise.ts";

/**
 * A widget's visitor connects: he gets his number the first time (CORE-021), nothing happens later. Subject: `{customer}`.
 * Failure: `channel_disabled`. Answers `{"id":visitor,"number":N}`; the number is filled by the write.
 */
export function meetVisitor(channelId: number): Verb {
  return (scene) => {
    const channel = sendableChannel(scene.config, channelId);
    if (isFailure(channel)) return channel;
    const { visitor, events } = recognise(scene, { customer: null }, "visitor");
    return { events, answer: JSON.stringify({ number: null, id: visitor.id }) };
  };
}
