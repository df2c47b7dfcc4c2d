import { setTimeout as pause } from "node:timers/promises";
import type { Chat } from "@parlour/protocol";
import type { SentLog } from "../../../packages/testkit/src/index.ts";
import { callApi, type Installation } from "../installation.ts";

const retryMs = 200;
const maxAttempts = 50;

/**
 * Starts the chat of a new customer, who writes one message with a key for repeats. Returns null if
 * it could not be started or found during a longer fault.
 */
export async function openSideChat(
  { origin, answering }: Installation,
  sentLog: SentLog,
  { inboundUrl, name }: { readonly inboundUrl: string; readonly name: string },
): Promise<Chat | null> {
  const text = `${name} 0`;
  sentLog.sent.set(name, [text]);
  const body = JSON.stringify({ sender: { id: name, name }, message: { type: "text", text } });
  for (let n = 0; n < maxAttempts && !sentLog.acknowledged.has(text); n++)
    if (await post(inboundUrl, body, name)) sentLog.acknowledged.add(text);
    else await pause(retryMs);
  for (let n = 0; n < maxAttempts; n++) {
    const page = await callApi<{ items: Chat[] }>(
      origin,
      answering,
      "chats?state=waiting&sort=created&limit=50",
    );
    const chat = page?.items.find(({ visitor }) => visitor.name?.value === name);
    if (chat !== undefined) return chat;
    await pause(retryMs);
  }
  return null;
}

async function post(url: string, body: string, key: string): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", "idempotency-key": key },
      signal: AbortSignal.timeout(10_000),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
