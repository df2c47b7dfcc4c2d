import { createServer } from "node:net";
import type { DoctorFinding, CheckDeps } from "./finding.ts";
import { toStartError } from "../to-start-error.ts";

/** Checks whether the port is free. A port that a running Parlour uses is only a warning. */
export async function inspectPort({ config }: CheckDeps): Promise<DoctorFinding[]> {
  const { host, port } = config;
  const server = createServer();
  const code = await new Promise<string | null>((done) => {
    server.once("error", (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    server.listen(port, host, () => done(null));
  });
  if (code === null) {
    await new Promise((done) => server.close(done));
    return [{ check: "port", state: "good", message: `${host}:${port} is free` }];
  }
  if (code === "EADDRINUSE")
    return [
      {
        check: "port",
        state: "warning",
        message: `${host}:${port} is in use`,
        advice: "expected if Parlour is running; otherwise stop the other program or set PORT",
      },
    ];
  const fault = toStartError(Object.assign(new Error(code), { code, syscall: "listen" }), config);
  return [{ check: "port", state: "fault", message: fault?.message ?? code }];
}
