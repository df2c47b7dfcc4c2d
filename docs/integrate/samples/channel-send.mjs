// Sends a customer's message to a chat channel, and repeats it while its outcome is unknown.
// Environment: INBOUND_URL, the inbound URL of the channel.
import { randomUUID } from "node:crypto";

const message = {
  sender: { id: "cust-881", name: "Nadia Ross", email: "nadia@shop.example" },
  message: { type: "text", id: "m-5001", text: "Is size 42 back in stock?" },
};
// Every repeat has the same key and the same bytes, so that Parlour accepts the message once.
const request = {
  method: "POST",
  headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
  body: JSON.stringify(message),
};

for (let attempt = 1; ; attempt += 1) {
  let waitMs = 1000 * 2 ** attempt;
  try {
    const response = await fetch(process.env.INBOUND_URL, { ...request, signal: AbortSignal.timeout(10_000) });
    if (response.ok) {
      console.log(await response.text());
      break;
    }
    // A repeat cannot help after a 4xx other than 429. Report it with its X-Request-Id.
    if (response.status < 500 && response.status !== 429)
      throw Object.assign(new Error(`${response.status} ${await response.text()} (${response.headers.get("x-request-id")})`), { final: true });
    waitMs = Number(response.headers.get("retry-after") ?? waitMs / 1000) * 1000;
  } catch (error) {
    if (error.final || attempt === 5) throw error;
  }
  await new Promise((resolve) => setTimeout(resolve, waitMs));
}
