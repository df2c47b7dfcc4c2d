import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { findFreePort, waitForPort } from "../port.ts";
import type { SendCommand } from "./page.ts";
import { openProcessFolder, type BrowserSession } from "./session.ts";

/** Settings of the profile: no requests of Firefox's own, since tests use 127.0.0.1 only. */
const preferences = {
  "app.update.disabledForTesting": true,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage_override.mstone": "ignore",
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,#remote-settings-dummy/v1",
  "toolkit.startup.max_resumed_crashes": -1,
};

/**
 * Starts Firefox without a screen. Its own protocol, Marionette, has the commands of WebDriver over
 * TCP, so no driver is needed.
 */
export async function openFirefox(path: string): Promise<BrowserSession> {
  const { folder, run, close } = openProcessFolder("firefox");
  const port = await findFreePort();
  const profile = join(folder, "profile");
  mkdirSync(profile);
  writeFileSync(
    join(profile, "user.js"),
    Object.entries({ ...preferences, "marionette.port": port })
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(""),
  );
  run(
    spawn(path, ["--headless", "--marionette", "--no-remote", "--profile", profile], {
      stdio: "ignore",
      env: { ...process.env, HOME: folder },
    }),
  );
  await waitForPort(port);
  const socket = connect(port, "127.0.0.1");
  const call = createMarionetteClient(socket);
  await call("WebDriver:NewSession", { capabilities: { alwaysMatch: {} } });
  const send: SendCommand = async (name, parameters = {}) =>
    unwrapValue(await call(`WebDriver:${name}`, parameters));
  return {
    send,
    async close() {
      socket.destroy();
      await close();
    },
  };
}

/** Answers of Marionette have the value alone, or in a field of that name. */
const unwrapValue = (result: unknown): unknown =>
  result !== null && typeof result === "object" && "value" in result ? result.value : result;

/** Calls over a connection. A packet is its length in bytes, a colon and JSON. */
function createMarionetteClient(
  socket: Socket,
): (name: string, parameters: object) => Promise<unknown> {
  const waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (e: Error) => void }
  >();
  let received = Buffer.alloc(0);
  let lastId = 0;
  const fail = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("Firefox has closed the connection")));
  socket.on("data", (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const colon = received.indexOf(":");
      const end = colon + 1 + Number(received.subarray(0, Math.max(colon, 0)).toString());
      if (colon < 0 || received.length < end) return;
      const packet: unknown = JSON.parse(received.subarray(colon + 1, end).toString());
      received = received.subarray(end);
      if (!Array.isArray(packet)) continue; // the greeting
      const [, id, error, result] = packet as [1, number, { message: string } | null, unknown];
      if (error === null) waiting.get(id)?.resolve(result);
      else waiting.get(id)?.reject(new Error(error.message));
      waiting.delete(id);
    }
  });
  return (name, parameters) =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify([0, (lastId += 1), name, parameters]);
      waiting.set(lastId, { resolve, reject });
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
}
