import Fastify from "fastify";
import { serveControlChannel } from "../harness/control-channel.ts";

/** Baseline of idle memory: a bare Fastify that listens. */
serveControlChannel();
const app = Fastify();
app.get("/", () => "ok");
await app.listen({ host: "127.0.0.1", port: 0 });
console.log("ready");
