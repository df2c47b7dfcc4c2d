// Sends a customer's message to a chat channel, and repeats it as long as its outcome is unknown.
// INBOUND_URL: the inbound URL of the channel, as shown in Parlour.
import { randomUUID } from "node:crypto";

const message = {
  sender: { id: "cust-881", name: "Nadia Ross", email: "nadia@shop.example" },
  message: { type: "text", id: "m-5001", text: "Is size 42 back in stock?" },
};
// The same key and the same bytes in every repeat: then Parlour takes the message once.
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
    // 4xx but 429: repeating cannot help. Report it with X-Request-Id to the operators of this Parlour.
    if (response.status < 500 && response.status !== 429)
      throw Object.assign(new Error(`${response.status} ${await response.text()} (${response.headers.get("x-request-id")})`), { final: true });
    waitMs = Number(response.headers.get("retry-after") ?? waitMs / 1000) * 1000;
  } catch (error) {
    if (error.final || attempt === 5) throw error;
  }
  await new Promise((resolve) => setTimeout(resolve, waitMs));
}
