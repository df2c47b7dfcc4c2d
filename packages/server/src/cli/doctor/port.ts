import { createServer } from "node:net";
import { toStartError } from "../to-start-error.ts";
import type { Finding, CheckDeps } from "./finding.ts";

/** Checks the port. A port used by a running Parlour is only a warning. */
export async function inspectPort({ config }: CheckDeps): Promise<Finding[]> {
  const { host, port: number } = config;
  const server = createServer();
  const code = await new Promise<string | null>((done) => {
    server.once("error", (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    server.listen(number, host, () => done(null));
  });
  if (code === null) {
    await new Promise((done) => server.close(done));
    return [{ check: "port", state: "good", message: `${host}:${number} is free` }];
  }
  if (code === "EADDRINUSE")
    return [
      {
        check: "port",
        state: "warning",
        message: `${host}:${number} is in use`,
        advice: "expected if Parlour is running; otherwise stop the other program or set PORT",
      },
    ];
  const fault = toStartError(Object.assign(new Error(code), { code, syscall: "listen" }), config);
  return [{ check: "port", state: "fault", message: fault?.message ?? code }];
}
