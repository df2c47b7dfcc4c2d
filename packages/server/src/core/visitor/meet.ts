import { sendableChannel } from "../channel/sendable.ts";
import { isFailure } from "../failure.ts";
import type { Verb } from "../ports.ts";
import { recognise } from "./recognise.ts";

/**
 * Registers a widget's visitor on the first connection, with a visitor number (CORE-021); later
 * connections change nothing. Subject: `{customer}`. Failure: `channel_disabled`. Answers
 * `{"id":visitor,"number":N}`; the write path fills in the number.
 */
export function meetVisitor(channelId: number): Verb {
  return (scene) => {
    const channel = sendableChannel(scene.config, channelId);
    if (isFailure(channel)) return channel;
    const { visitor, events } = recognise(scene, { customer: null }, "visitor");
    return { events, answer: JSON.stringify({ number: null, id: visitor.id }) };
  };
}
