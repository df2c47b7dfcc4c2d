import { spawn, type ChildProcess } from "node:child_process";
import { findFreePort, waitForPort } from "../port.ts";
import { webDriverCommands, type SendCommand } from "./page.ts";
import { openProcessFolder, type BrowserSession } from "./session.ts";

/** Paths of WebKit's driver and of the X server that its window needs. */
export interface WebKitPrograms {
  readonly driver: string;
  readonly screen: string;
}

/** Starts the small browser of WebKitGTK, which has Safari's engine, on a screen of its own. */
export async function openWebKit(programs: WebKitPrograms): Promise<BrowserSession> {
  const { folder, run, close } = openProcessFolder("webkit");
  const screen = spawn(
    programs.screen,
    ["-displayfd", "1", "-screen", "0", "1440x900x24", "-nolisten", "tcp"],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  run(screen);
  const display = await readFirstLine(screen);
  const port = await findFreePort();
  run(
    spawn(programs.driver, ["--host=127.0.0.1", `--port=${port}`], {
      stdio: "ignore",
      env: {
        ...process.env,
        DISPLAY: `:${display}`,
        GDK_BACKEND: "x11",
        HOME: folder,
        XDG_CACHE_HOME: folder,
        XDG_CONFIG_HOME: folder,
        XDG_DATA_HOME: folder,
        // The machine of the tests has no accessibility bus and no graphics hardware.
        NO_AT_BRIDGE: "1",
        LIBGL_ALWAYS_SOFTWARE: "1",
        // Without these, each page compiles shaders for the processor, and code that runs once.
        WEBKIT_DISABLE_COMPOSITING_MODE: "1",
        WEBKIT_SKIA_ENABLE_CPU_RENDERING: "1",
        JSC_useDFGJIT: "0",
      },
    }),
  );
  await waitForPort(port);
  const url = `http://127.0.0.1:${port}/session`;
  const { sessionId } = (await callDriver("POST", url, {
    capabilities: {
      alwaysMatch: { "webkitgtk:browserOptions": { args: ["--automation"] } },
    },
  })) as { sessionId: string };
  const send: SendCommand = (name, parameters = {}) => {
    const id = "id" in parameters ? String(parameters.id) : "";
    const path = webDriverCommands[name].replace(":id", id);
    return callDriver("POST", `${url}/${sessionId}${path}`, parameters);
  };
  return {
    send,
    async close() {
      await callDriver("DELETE", `${url}/${sessionId}`).catch(() => undefined);
      await close();
    },
  };
}

async function callDriver(method: "POST" | "DELETE", url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(method === "POST" && { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(value)}`);
  return value;
}

function readFirstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.once("exit", () => reject(new Error("the X server does not start")));
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes("\n")) resolve(text.trim());
    });
  });
}
