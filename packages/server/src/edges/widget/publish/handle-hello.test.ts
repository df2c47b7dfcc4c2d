import { expect, it } from "vitest";
import type { AccountConfig } from "../../../core/command.ts";
import { refuse } from "../../../core/failure.ts";
import type { WidgetSocket } from "../session/sockets.ts";
import { publishAvailability } from "./handle-hello.ts";

const socket = {} as WidgetSocket;
const publishWith = async (config: () => Promise<AccountConfig>): Promise<number> => {
  const published: unknown[] = [];
  const availability = {
    publish: (...sent: unknown[]) => void published.push(sent),
    onChange() {},
    startClock() {},
    close() {},
  };
  await publishAvailability({ availability, config }, socket, 1);
  return published.length;
};

it("[API-165] a database that goes away after the welcome leaves the socket open", async () => {
  expect(await publishWith(() => Promise.resolve({} as AccountConfig))).toBe(1);
  const outage = async (): Promise<AccountConfig> =>
    refuse("temporarily_unavailable", "The database is away.");
  expect(await publishWith(outage)).toBe(0);
  await expect(publishWith(() => Promise.reject(new Error("a fault")))).rejects.toThrow("a fault");
});
