import { expect, it } from "vitest";
import { ManualClock } from "../../../clock.ts";
import type { ConnectorTarget } from "../../../connectors/connector.ts";
import type { TelegramApi } from "../service/client.ts";
import { createTyping } from "./typing.ts";

it("[TG-050] typing is shown at most every 4 s per visitor, and its end is not sent", async () => {
  const clock = new ManualClock();
  const calls: unknown[] = [];
  const call: TelegramApi["call"] = (_token, method, values) => {
    calls.push([method, values]);
    return Promise.resolve({ kind: "ok", result: true });
  };
  const typing = createTyping(call, clock);
  const target = (customer: string): ConnectorTarget => ({
    customer,
    channel: {
      account: 1,
      id: 7,
      kind: "telegram",
      publicId: "AbC",
      name: "Shop bot",
      enabled: true,
      settings: {},
      secrets: { bot_token: "1:x" },
      info: {},
    },
  });
  const action = (chat_id: number) => ["sendChatAction", { chat_id, action: "typing" }];
  await typing(target("501"), true);
  await typing(target("501"), true);
  await typing(target("502"), true);
  expect(calls).toEqual([action(501), action(502)]);
  await typing(target("501"), false);
  await clock.advance(3_999);
  await typing(target("501"), true);
  expect(calls).toHaveLength(2);
  await clock.advance(1);
  await typing(target("501"), true);
  expect(calls.slice(2)).toEqual([action(501)]);
});
